"""Texts of planned files that are given to `exec`, which compiles them in C: such a file is one that has run unseen.

Python's audit events tell of it. They tell of each `id()` as well, which torch calls for each parameter in each step,
and whatever listens makes it take ten times as long. So nobody listens before there is code that may give a text to
`exec`: a main script that was not checked, or a module that mentions `exec`, whoever has written it. The modules of
Python and torch run no files by their text.
"""

from __future__ import annotations

import os
import sys
from types import CodeType
from typing import Any

from . import plan, unseen_files
from .bodies import HANDLE
from .code_paths import is_installed
from .faults import quietly

NOTICED = ("exec", "compile")  # the events of Python that are looked at
PYTHON = os.path.join(os.path.dirname(os.__file__), "")
TRUSTED = frozenset(("torch", "sympy", "mpmath"))  # torch imports the other two, which make functions of formulas

_is_listening = False
_texts: dict[str, str] = {}  # of planned files whose text was compiled in C: by the name that it was given


def saw(code: CodeType, module: str = "") -> None:
    """Listen from now on if this code, which is about to run as a module, may give a text to `exec`."""
    if _is_listening or module.partition(".")[0] in TRUSTED:
        return
    is_pythons = code.co_filename.startswith(PYTHON) and not is_installed(code.co_filename)
    if not is_pythons and mentions(code):
        listen()


def mentions(code: CodeType) -> bool:
    """Whether code has the name `exec`, or a text that is nothing else."""
    if "exec" in code.co_names:
        return True
    for each in code.co_consts:
        if mentions(each) if isinstance(each, CodeType) else type(each) is str and each == "exec":
            return True
    return False


def listen() -> None:
    """Notice what is run as a text, from now on: there is no way to stop that."""
    global _is_listening
    if not _is_listening:
        _is_listening = True
        sys.addaudithook(lambda event, details: quietly("files", _notice, event, details) if event in NOTICED else None)


def _notice(event: str, details: tuple[Any, ...]) -> None:
    """Look at what begins to run, and which text was compiled for it."""
    if event == "exec":
        code = details[0]
        name = getattr(code, "co_filename", "")
        if name in _texts:
            unseen_files.tell(_texts.pop(name))
        elif plan.may_be_file(name) and HANDLE not in code.co_names:
            planned = plan.of_file(name)
            if planned is not None and code.co_name == "<module>":
                unseen_files.tell(planned["path"])
    elif event == "compile" and isinstance(details[0], (str, bytes)) and isinstance(details[1], str):
        planned = plan.of_text(details[0])
        if planned is not None and not plan.may_be_file(details[1]):
            _texts[details[1]] = planned["path"]
