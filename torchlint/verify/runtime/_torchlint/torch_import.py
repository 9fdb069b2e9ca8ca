"""What is installed as soon as the user's program has imported torch, which is never imported from here."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, FunctionType, ModuleType
from typing import Any

from . import capture, evidence, torch_state
from .imports import found_by_others
from .rewrite import HANDLE


class Loader(SourceFileLoader):
    """Loads torch as ever; then its process is ready to be looked at."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        is_here(module)


class Finder(MetaPathFinder):
    """Waits for the import of torch, and is gone afterwards."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "torch":
            return None
        spec = found_by_others(self, fullname, path, target)
        sys.meta_path.remove(self)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


def install() -> None:
    torch = sys.modules.get("torch")
    if torch is None:
        sys.meta_path.insert(0, Finder())
    else:
        is_here(torch)


def is_here(torch: Any) -> None:
    """Look at tensors, at backward calls and at steps from now on; a fault of ours must not end the import of torch."""
    torch_state.torch = torch
    watched = False
    try:
        vars(capture)["is_compiling"] = torch.compiler.is_compiling
        sys.modules["torch.optim.optimizer"].register_optimizer_step_post_hook(capture.stepped)
        watched = all([watch(torch.autograd.backward, "tensors"), watch(torch.autograd.grad, "outputs")])
    except Exception:
        watched = False  # what needs it says so
    evidence.torch_is_here(str(torch.__version__), watched)


def watch(function: Any, argument: str) -> bool:
    """Whether `function` now begins by showing its argument: in its own frame, so that tracebacks stay as they are."""
    if not isinstance(function, FunctionType) or argument not in function.__code__.co_varnames:
        return False
    source = textwrap.dedent(inspect.getsource(function))
    tree = ast.parse(source)
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef) or definition.decorator_list:
        return False
    first = 0 if ast.get_docstring(definition) is None else 1
    shows = ast.parse(f"{HANDLE}.backward({argument})").body[0]
    for node in ast.walk(shows):
        ast.copy_location(node, definition.body[first])
    definition.body.insert(first, shows)
    module = compile(tree, function.__code__.co_filename, "exec", dont_inherit=True)
    function.__code__ = next(
        code for code in module.co_consts if isinstance(code, CodeType) and code.co_name == function.__name__
    )
    function.__globals__[HANDLE] = capture
    return True
