"""The main script, run as Python itself would run it."""

from __future__ import annotations

import os
import sys
from importlib.machinery import SourceFileLoader
from types import TracebackType
from typing import Any

from . import rewrite

boot = ""


def run() -> None:
    """Run the script that follows on the command line in `__main__`, as if this file were not there."""
    sys.argv.pop(0)
    if hasattr(sys, "orig_argv"):
        sys.orig_argv.remove(boot)
    path = absolute(sys.argv[0])
    if sys.path and os.path.realpath(sys.path[0]) == os.path.realpath(os.path.dirname(boot)):
        sys.path[0] = os.path.dirname(os.path.realpath(path))
    names = vars(sys.modules["__main__"])
    names.pop("sys", None)
    names.update(__file__=path, __doc__=None, __loader__=SourceFileLoader("__main__", path))
    with open(path, "rb") as file:
        source = file.read()
    try:
        exec(rewrite.compiled(source, path), names)
    except BaseException:
        hide_frames_of_boot()
        raise


def absolute(path: str) -> str:
    """A script's path as Python writes it into `__file__` and tracebacks."""
    return os.path.join(os.getcwd(), path)


def hide_frames_of_boot() -> None:
    """Let the exception that is about to end the program be shown without the two frames that started the script."""
    shown = sys.excepthook

    def show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> Any:
        sys.excepthook = shown
        while trace is not None and trace.tb_frame.f_code.co_filename in (boot, __file__):
            trace = trace.tb_next
        return shown(kind, error.with_traceback(trace), trace)

    sys.excepthook = show
