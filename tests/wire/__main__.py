"""Runs the local Discord as `python -m bot.loopback` does, with faults on demand: `python -m tests.wire`."""

import sys
from unittest.mock import patch

from bot.loopback import __main__ as program
from tests.wire.driven_loopback import DrivenLoopback

if __name__ == "__main__":
    with patch.object(program, "Loopback", DrivenLoopback):
        sys.exit(program.main())
