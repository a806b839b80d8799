"""Run `engine.cli` as `python -m engine`."""

import io
import sys

from engine.cli import main

for stream in (sys.stdout, sys.stderr):
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")  # characters that the output cannot encode become question marks
sys.exit(main())
