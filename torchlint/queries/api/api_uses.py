"""Uses of names and arguments of PyTorch that are given up, and whether the code around knows it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of
from torchlint.finding import Edit
from torchlint.knowledge.deprecation_table import table
from torchlint.knowledge.deprecations import Change
from torchlint.knowledge.removals_beside_torch import NEWEST_BESIDE_TORCH
from torchlint.knowledge.torch_api import fact
from torchlint.project.requirements import Supported
from torchlint.queries.file import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What a condition looks at that tells one PyTorch from another.
_ASKS = re.compile(
    r"version|hasattr|(^|_)ver(_|$)|torch\w*\d|has_\w*(amp|torch)|^is_\w*torch|^(is_)?py(thon)?_?[23]\d*$",
    re.IGNORECASE,
)
# Libraries whose version tells which PyTorch there is, by how their names start.
_TELL_OF_TORCH = ("torch", "pytorch", "lightning", "sys", "platform")
# Exceptions that nothing missing raises.
_OF_OTHER_THINGS = frozenset(
    "StopIteration KeyboardInterrupt KeyError IndexError OSError IOError FileNotFoundError ValueError EOFError"
    " ZeroDivisionError AssertionError Empty".split()
)
# What an assigned value looks at, so that its name tells the same.
_TELLS = re.compile(r"version|hasattr|__kwdefaults__|signature", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class ApiUse(View):
    """A use of a deprecated or removed name or argument of PyTorch."""

    shown: str  # the name or argument, as a message shows it
    happens: str  # what happens with the project's PyTorch: "is deprecated and warns"
    instead: str  # what to write
    edits: tuple[Edit, ...] = ()  # that replace it; none where they can't be written
    is_same: bool = True  # whether the edited program computes the same
    is_sure: bool = True  # whether it certainly happens

    @property
    def is_guarded(self) -> bool:
        """Whether the code around checks the PyTorch version, or tries this and has a fallback."""
        return is_guarded(self)


def is_guarded(use: View) -> bool:
    """Whether the code around some code checks the PyTorch version, or tries it and has a fallback."""
    file, start = use.file, use.node.start
    here: tree.Node | None = use.node
    while here is not None:
        above = file.tree.parents.get(here)
        if isinstance(above, tree.Try) and here not in above.finalbody and _has_another_way(use, above):
            return True
        if isinstance(above, (tree.FunctionDef, tree.Module)):
            tests = (n.test for n in above.body if isinstance(n, tree.If) and n.start < start)
            if isinstance(above, tree.FunctionDef) and any(_checks_version(use, test) for test in tests):
                return True
            asserted = (n.test for n in above.body if isinstance(n, tree.Assert) and n.start < start)
            if any(_checks_version(use, test) for test in asserted):
                return True
        elif isinstance(above, (tree.If, tree.Conditional)) and here is not above.test:
            if _checks_version(use, above.test):
                return True
        elif isinstance(above, tree.BoolOp):
            before = (value for value in above.values if value.end < start)
            if any(_checks_version(use, value) for value in before):
                return True
        here = above
    return False


def _has_another_way(use: View, attempt: tree.Try) -> bool:
    """Whether a `try` catches what a missing name raises, and one of its branches does without this use."""
    ways = [attempt.body, *(handler.body for handler in attempt.handlers if _catches_missing(handler))]
    return len(ways) > 1 and not all(_is_used_in(use, way) for way in ways)


def _is_used_in(use: View, body: list[tree.Statement]) -> bool:
    """Whether some statements hold the same code as this use."""
    syntax, kind = use.file.tree, type(use.node)
    return any(
        isinstance(node, kind) and syntax.text_of(node) == use.text
        for statement in body
        for node in tree.walk(statement)
    )


def _catches_missing(handler: tree.Handler) -> bool:
    """Whether a handler catches what a name or an argument raises that is not there any more."""
    types = handler.type.elements if isinstance(handler.type, tree.Tuple) else [handler.type]
    return any(one is None or tree.last_part(one) not in _OF_OTHER_THINGS for one in types)


def _checks_version(use: View, test: tree.Node) -> bool:
    """Whether a condition checks a version or `hasattr`, directly or through a name assigned from such a check."""
    if isinstance(test, tree.BoolOp):
        return any(_checks_version(use, part) for part in test.values)
    if _is_of_another_library(use, test):
        return False
    if any(_ASKS.search(name) or _TELLS.search(name) for name in _names(use, test)):
        return True
    if any(_asks_same_object(use, node) for node in tree.walk(test)):
        return True
    read = (node for node in tree.walk(test) if isinstance(node, tree.Name))
    made = (one.value for name in read for one in definitions_of(use.file.tree, name) if one.value is not None)
    return any(_TELLS.search(name) for value in made for name in _names(use, value))


def _is_of_another_library(use: View, test: tree.Node) -> bool:
    """Whether all versions that a condition asks for are of libraries that say nothing about what the use is of."""
    read = (node for node in tree.walk(test) if isinstance(node, tree.Name))
    made = (one.value for name in read for one in definitions_of(use.file.tree, name) if one.value is not None)
    parts = (part for code in (test, *made) for part in tree.walk(code))
    asked = [part for part in parts if isinstance(part, tree.Attribute) and part.attr == "__version__"]
    used = use.file.names.spelled_out(use.node.func if isinstance(use.node, tree.Call) else use.node)
    libraries = {use.file.names.spelled_out(one).partition(".")[0] for one in asked}
    own = (used.partition(".")[0], *_TELL_OF_TORCH)
    return bool(libraries) and not any(one.startswith(own) for one in libraries if one) and "" not in libraries


def _names(use: View, code: tree.Node) -> list[str]:
    """The names of all variables and attributes in a piece of code, but for what is asked of unrelated objects."""
    asked = [node for node in tree.walk(code) if isinstance(node, tree.Call) and _is_of_another_object(use, node)]
    left_out = {node for call in asked for node in tree.walk(call)}
    return [name for node in tree.walk(code) if node not in left_out and (name := tree.last_name(node))]


def _asks_same_object(use: View, node: tree.Node) -> bool:
    """Whether an expression asks the module that the use names for something else: `getattr(np, "trapezoid", None)`."""
    if not isinstance(node, tree.Call) or tree.dotted(node.func) != "getattr" or not node.args:
        return False
    asked = tree.dotted(node.args[0].value)
    used = tree.root_name(use.node)
    return asked is not None and used is not None and asked.partition(".")[0] == used.id


def _is_of_another_object(use: View, call: tree.Call) -> bool:
    """Whether a call of `hasattr` asks an object that is no module and that the use doesn't mention: a model."""
    root = tree.root_name(call.args[0].value) if tree.dotted(call.func) == "hasattr" and call.args else None
    if root is None:
        return False
    mentioned = {node.id for node in tree.walk(use.node) if isinstance(node, tree.Name)}
    made = definitions_of(use.file.tree, root)
    return bool(made) and root.id not in mentioned and all(one.kind != "import" for one in made)


def applies(file: File, change: Change) -> bool:
    """Whether some supported version deprecates the name, and all supported versions have the replacement."""
    supported = versions(file, change)
    return supported.reaches(change.since) and not supported.begins_before(change.exists)


def versions(file: File, change: Change) -> Supported:
    """The versions of a row's package that the project supports."""
    if change.package == "torch":
        return file.torch
    newest = NEWEST_BESIDE_TORCH.get(change.package) or table().newest[change.package]
    if file.project_files is None:
        return Supported.only(newest)
    return file.project_files.package(file.place, change.package, newest)


def is_loss(name: str) -> bool:
    """Whether a function's last name, such as `mse_loss`, is that of a loss in `torch.nn.functional`."""
    known = fact(name)
    return known is not None and bool(known.wants or known.kind == "loss")
