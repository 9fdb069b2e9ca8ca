"""What a model's forward returns: types, lengths and numbers of dimensions, and how often."""

from __future__ import annotations

import os
import sys
from types import CodeType, FunctionType, MethodType
from typing import Any

from .. import torch_state
from ..readable import is_ordinary
from ..site import Site

MOST_SIGNATURES = 8
MOST_PARTS = 12
OURS = os.path.dirname(os.path.dirname(__file__)) + os.sep


class OutputStructure(Site):
    """Looks at the value that is returned, and at the model for the mode that it is in."""

    looks_at = ("result",)
    may_look_at = ("model",)

    def begin(self) -> None:
        self._mode = ""
        self._is_inner = False
        self.facts: dict[str, Any] = {"train": {}, "eval": {}, "": {}, "inner": 0}

    def visit(self, role: str, value: Any) -> None:
        if role == "model":
            is_module = isinstance(value, torch_state.torch.nn.Module)
            self._mode = ("train" if value.training else "eval") if is_module else ""
            self._is_inner = is_module and is_inner(code_that_is_looked_at(), value)
            return
        if self._is_inner:
            self.facts["inner"] += 1
            return
        signature, seen = signature_of(value), self.facts[self._mode]
        if signature in seen or len(seen) < MOST_SIGNATURES:
            seen[signature] = seen.get(signature, 0) + 1


def code_that_is_looked_at() -> CodeType:
    """The user's code that has brought us here."""
    frame = sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(OURS):
        frame = frame.f_back
    return frame.f_code


def is_inner(code: CodeType, model: Any) -> bool:
    """Whether the code is a forward whose output other code gets first: a subclass's forward, or a decorator."""
    if code.co_name != "forward":
        return False
    holders = (vars(model), *map(vars, type(model).__mro__))  # first what this very object has in its place
    function = next((held["forward"] for held in holders if "forward" in held), None)
    function = function.__func__ if type(function) is MethodType else function
    torchs_own = os.path.dirname(torch_state.torch.__file__) + os.sep
    while type(function) is FunctionType and function.__code__ is not code:
        if not function.__code__.co_filename.startswith(torchs_own):
            return True
        function = vars(function).get("__wrapped__")  # below no_grad() and the like, which hand on what they get
    return type(function) is not FunctionType


def signature_of(value: Any, depth: int = 2) -> str:
    """`tuple(Tensor 2d, None)` for what is returned: the type, and what it is made of."""
    name = type(value).__name__
    if is_ordinary(value):
        return f"Tensor {torch_state.torch.Tensor.dim(value)}d"
    if type(value) in (tuple, list) and depth:
        parts = [signature_of(part, depth - 1) for part in value[:MOST_PARTS]]
        return f"{name}({', '.join(parts)}{', ...' if len(value) > MOST_PARTS else ''})"
    return name if value is not None else "None"
