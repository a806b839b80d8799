"""Hides everything that only Unix has from the program, so that tests run as on Windows.

    python -m pytest -p tests.elsewhere tests/program      # or: make test-elsewhere ARGS=tests/program

Modules, functions and signals are hidden only from `bot` and `engine`. Libraries and tests see the real system.
"""

import asyncio
import builtins
import importlib
import os
import signal
import sys
import time
from importlib.machinery import PathFinder, SourceFileLoader
from types import ModuleType

MISSING_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
MISSING = {
    "os": (
        "chown", "fchmod", "fork", "getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getuid", "killpg", "mkfifo", "nice",
        "sched_getaffinity", "setpgid", "setpriority", "setsid", "statvfs", "sysconf", "uname",
    ),
    "signal": ("SIGALRM", "SIGHUP", "SIGKILL", "SIGSTOP", "SIGCONT", "SIGUSR1", "SIGUSR2", "alarm", "pthread_sigmask", "setitimer"),
    "time": ("CLOCK_BOOTTIME", "clock_gettime"),
}  # fmt: skip
REAL = {"os": os, "signal": signal, "time": time}
PROGRAM = {"bot", "engine"}


def copy_without(module, names):
    """Return a copy of a module without some of its names."""
    copy = ModuleType(module.__name__, module.__doc__)
    copy.__dict__.update({name: value for name, value in vars(module).items() if name not in names})
    return copy


SHOWN = {name: copy_without(module, MISSING[name]) for name, module in REAL.items()}
SHOWN["os"].name = "nt"


def import_elsewhere(name, globals_=None, locals_=None, fromlist=(), level=0):
    """Import as Python does, but hide the modules and names that are missing on Windows."""
    if level == 0 and name in MISSING_MODULES:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    if level == 0 and name in SHOWN:
        return SHOWN[name]
    return builtins.__import__(name, globals_, locals_, fromlist, level)


class DeceivingLoader(SourceFileLoader):
    """Loads a module of the program. The module then imports with `import_elsewhere`."""

    def exec_module(self, module):
        module.__dict__["__builtins__"] = vars(builtins) | {"__import__": import_elsewhere}
        super().exec_module(module)


class ProgramFinder(PathFinder):
    """Finds the modules of the program, and has them loaded by `DeceivingLoader`."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):  # noqa: ANN206
        if fullname.partition(".")[0] not in PROGRAM:
            return None
        spec = super().find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = DeceivingLoader(spec.loader.name, spec.loader.path)
        return spec


def refuse_handlers(*_):
    raise NotImplementedError


def pretend():
    """Hide Unix from every module of the program that is imported from now on."""
    early = [name for name in sys.modules if name.partition(".")[0] in PROGRAM]
    assert not early, f"imported too early: {early}"
    sys.meta_path.insert(0, ProgramFinder)
    asyncio.unix_events._UnixSelectorEventLoop.add_signal_handler = refuse_handlers


pretend()


if __name__ == "__main__":  # `python -m tests.elsewhere bot run` runs the program `bot` without Unix
    del sys.argv[0]
    name = sys.argv[0]
    sys.argv[0] = f"{name}/__main__.py"
    sys.exit(importlib.import_module(f"{name}.__main__").main())
