"""Whether the functions that are registered as hooks can take what hooks are given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import function_of
from torchlint.binding.use_def import reaching_definition
from torchlint.knowledge.signatures import HOOK_ARGUMENTS
from torchlint.queries import View, hooks
from torchlint.queries.hooks import HookView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_TUPLES = frozenset(("args", "grad_input", "grad_output"))
_OF_TUPLES = frozenset(("count", "index"))


@dataclass(frozen=True, slots=True, eq=False)
class WrongUse(View):
    """An attribute of a tensor that a hook asks of a tuple."""

    parameter: str
    attribute: str


@dataclass(frozen=True, slots=True, eq=False)
class HookSignature(View):
    """A registration together with the function of the project that is registered."""

    hook: HookView
    registered: tree.FunctionDef | tree.Lambda
    parameters: tuple[tree.Parameter, ...]  # those that the hook's call fills, in order
    given: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.registered.name if isinstance(self.registered, tree.FunctionDef) else "lambda"

    @property
    def fits(self) -> bool:
        """Whether the function can be called with as many arguments."""
        plain = [p for p in self.parameters if p.kind == "positional"]
        needed = sum(p.default is None for p in plain)
        needed_by_name = any(p.kind == "keyword" and p.default is None for p in self.parameters)
        takes_all = any(p.kind == "star" for p in self.parameters)
        return needed <= len(self.given) and (takes_all or len(self.given) <= len(plain)) and not needed_by_name

    @property
    def count(self) -> int:
        """How many arguments the function takes."""
        return sum(p.kind == "positional" for p in self.parameters)

    @property
    def overwritten(self) -> tuple[tree.Parameter, str] | None:
        """A parameter that keeps a variable of the code around, `name=name`, and what PyTorch passes in its place."""
        plain = [p for p in self.parameters if p.kind == "positional"]
        for parameter, what in zip(plain, self.given):
            if isinstance(parameter.default, tree.Name) and parameter.default.id == parameter.name:
                return parameter, what
        return None

    @property
    def wrong_use(self) -> WrongUse | None:
        """The first place where the function takes a tuple of tensors for a tensor."""
        tuples = {p.name for p, what in zip(self.parameters, self.given) if what in _TUPLES and p.kind == "positional"}
        tuples -= _looked_into(self.registered)
        for node in tree.walk(self.registered, into_functions=False) if self.file.holds(self.registered) else ():
            if isinstance(node, tree.Attribute) and isinstance(node.value, tree.Name) and node.value.id in tuples:
                made = reaching_definition(self.file.tree, node.value)
                if made is None or made.node not in self.parameters:
                    continue
                if node.attr not in _OF_TUPLES and not node.attr.startswith("__"):
                    return WrongUse(self.file, node, node.value.id, node.attr)
        return None


def _looked_into(function: tree.Node) -> set[str]:
    """The names whose type a function asks for before it uses them."""
    found: set[str] = set()
    for node in tree.walk(function):
        if isinstance(node, tree.Call) and tree.dotted(node.func) in ("isinstance", "type", "hasattr", "callable"):
            found |= {n.id for a in node.args for n in tree.walk(a.value) if isinstance(n, tree.Name)}
        elif isinstance(node, tree.Try):
            found |= {n.id for n in tree.walk(node) if isinstance(n, tree.Name)}
    return found


def hook_signatures(file: File) -> Iterator[HookSignature]:
    """The hooks whose functions are known, in source order."""
    for hook in hooks.registrations(file):
        given = HOOK_ARGUMENTS.get(hook.call.method)
        registered = hook.registered
        if given is None or registered is None or any(a.star for a in hook.call.node.args):
            continue
        value = registered.value
        if value.kind not in ("function", "method") or value.assumed or value.ref is None:
            continue
        node = function_of(value).node
        if isinstance(node, tree.FunctionDef) and node.decorators:
            continue  # decorated, so its signature is not known
        wants_keywords = hook.call.argument(99, "with_kwargs")
        if wants_keywords is not None:
            given = (given[0], given[1], "kwargs", *given[2:])
        bound = value.kind == "method" and function_of(value).binding not in ("staticmethod",)
        parameters = tuple(node.parameters[1:] if bound else node.parameters)
        yield HookSignature(file, hook.node, hook, node, parameters, given)
