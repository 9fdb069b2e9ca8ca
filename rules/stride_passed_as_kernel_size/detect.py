"""Settings of a convolution that are given in the place of another setting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.knowledge.signatures import CONVOLUTIONS
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_OF_ONE_DIMENSION = re.compile(r"_[a-z0-9]$")  # `stride_t`, of the time
# What is a setting, and no number of channels, which code gives in the place of another one for good reasons.
_SETTINGS = frozenset("kernel_size stride padding dilation groups".split())
# The parameters of a project's own layers that are the size of a kernel.
_KERNELS = frozenset("kernel_size kernel ksize k_size kernelsize".split())


@dataclass(frozen=True, slots=True, eq=False)
class Misplaced(ExpressionView):
    """An argument that is called like one setting and is given as another."""

    call: CallView
    name: str  # what it is called like
    place: str  # the parameter that it is given for
    parameters: tuple[str, ...]

    @property
    def stands_in_its_own_place(self) -> bool:
        """Whether the call gives the same in the right place, too: a kernel as large as the stride."""
        own = self.parameters.index(self.name) if self.name in self.parameters else -1
        given = self.call.argument(own, self.name)
        return given is not None and any(tree.dotted(n) == tree.dotted(self.node) for n in tree.walk(given.node))

    @property
    def keeps_the_size(self) -> bool:
        """Whether it is a dilation for the padding, with which a kernel of 3 keeps the size of its input."""
        return (self.name, self.place) == ("dilation", "padding")


def misplaced(file: File) -> Iterator[Misplaced]:
    """The arguments of calls of convolutions that are called like another of their settings, call by call."""
    for node in file.tree.all(tree.Call):
        named = [(i, name) for i, given in enumerate(node.args) if (name := _setting(given)) is not None]
        parameters = _parameters(file, node) if named else ()
        for position, name in named:
            if position < len(parameters) and _is_another(name, parameters[position], parameters):
                call, at = CallView(file, node), node.args[position].value
                if position < len(call.positional):
                    yield Misplaced(file, at, call, name, parameters[position], parameters)


def _setting(given: tree.Argument) -> str | None:
    """The setting that a positional argument is called like: `stride`, `self.stride`, `strides`, `stride_t`."""
    if given.keyword is not None or given.star or not isinstance(given.value, (tree.Name, tree.Attribute)):
        return None
    name = _OF_ONE_DIMENSION.sub("", tree.last_part(given.value).strip("_"))
    return next((one for one in (name, name.removesuffix("s")) if one in _SETTINGS), None)


def _is_another(name: str, parameter: str, parameters: tuple[str, ...]) -> bool:
    if "out_channels" in parameters:
        return parameter in (*_SETTINGS, "output_padding") and parameter != name
    return name == "stride" and parameter in _KERNELS


def _parameters(file: File, node: tree.Call) -> tuple[str, ...]:
    """The parameters of what is called: one of PyTorch's convolutions, or a layer or function of the project."""
    known = CONVOLUTIONS.get(canonical(file.names.spelled_out(node.func)))
    if known is not None:
        return known
    value = file.value(node.func).value
    if value.kind == "class" and isinstance(value.ref, Class):
        made = value.ref.method("__init__")
        return tuple(one.name for one in made.node.parameters[1:]) if made is not None else ()
    functions = file.facts.functions.get(node, ()) if value.kind == "function" else ()
    return tuple(one.name for function in functions for one in function.node.parameters) if len(functions) == 1 else ()
