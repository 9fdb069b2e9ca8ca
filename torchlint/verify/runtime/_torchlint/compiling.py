"""How files of the plan are compiled by whatever is no import: cProfile, pdb, `exec(compile(...))`, a zipapp.

What is compiled in C and not by `compile`, such as a text that is given to `exec`, is only noticed, by `run_texts`.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import os
import stat
import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any

from . import cells, plan, rewrite, run_texts, unseen_files
from .faults import quietly

# What code inherits from the imports from `__future__` of the code that compiles it.
_FUTURE = 0
for _name in __future__.all_feature_names:
    _FUTURE |= getattr(__future__, _name).compiler_flag

_compile: Callable[..., Any] = builtins.compile


def install(is_checked_script: bool) -> None:
    """Stand before the `compile` of all code but the import system's, and notice what is compiled without it."""
    for module in (sys.modules["_frozen_importlib_external"], ast):
        vars(module)["compile"] = _compile  # a syntax error is shown without a frame of ours
    vars(builtins)["compile"] = compile_planned
    _observe_loaders()
    if not is_checked_script:
        run_texts.listen()
    _look_at_standard_input()


def compile_planned(
    source: Any, filename: Any, mode: str, flags: int = 0, dont_inherit: bool = False, optimize: int = -1, **others: Any
) -> Any:
    """The built-in `compile`, which rewrites the text of a planned file, and the tree of a notebook's cell."""
    if not dont_inherit:
        flags |= sys._getframe(1).f_code.co_flags & _FUTURE
    if mode == "exec" and isinstance(source, (str, bytes, bytearray)) and not flags & ast.PyCF_ONLY_AST:
        planned = quietly("files", plan.of_text, source)
        if planned is not None:
            path = os.fsdecode(filename)
            return rewrite.compiled(plan.bytes_of(planned), path, planned, flags=flags, optimize=optimize)
    made = _compile(source, filename, mode, flags, True, optimize, **others)
    if plan.notebooks and flags & ast.PyCF_ONLY_AST and cells.is_parsing(sys._getframe(1)):
        cells.parsed(made, source, filename, sys._getframe(1))
    return made


def _observe_loaders() -> None:
    """Have planned files rewritten that a SourceFileLoader loads which no import has made, and look at all others."""
    original = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        path = self.get_filename(fullname)
        if type(self) is SourceFileLoader and quietly("files", plan.of_file, path) is not None:
            return rewrite.compiled(self.get_data(path), path)
        code = original(self, fullname)
        if code is not None:
            quietly("files", run_texts.saw, code, fullname)
        return code

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010 (mypy would have it a function of SourceLoader)


def _look_at_standard_input() -> None:
    """Notice a planned file that Python reads its program from: `python < train.py`."""
    if sys.argv[:1] not in ([""], ["-"]):
        return
    try:
        about = os.fstat(0)
        if stat.S_ISREG(about.st_mode) and (planned := plan.of_text(os.pread(0, about.st_size, 0))) is not None:
            unseen_files.tell(planned["path"])
    except OSError:
        return  # there is none
