"""What rules see of the options of a program's command line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import owner_of
from torchlint.finding import Edit, Span
from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Packages with an `add_argument` of their own, which reads `type=bool` as it is meant.
_READING = ("jsonargparse", "tap")
_TEXT = 'lambda text: text.lower() in ("1", "true", "yes")'


class Option(CallView):
    """A call of `add_argument` with `type=bool`."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The option as it is typed, the longest of its names: `--amp`."""
        texts = (a.value.value for a in self.node.args if isinstance(a.value, tree.Constant) and not a.keyword)
        return max((text for text in texts if isinstance(text, str)), key=len, default="")

    @property
    def instead(self) -> str:
        """What to write."""
        if not self.name.startswith("--"):
            return "parse the text"  # BooleanOptionalAction has no negative form of `-a`, or of a positional argument
        return f"use `action=argparse.BooleanOptionalAction`, which adds `--no-{self.name[2:]}`, or parse the text"

    @property
    def type(self) -> View:
        """What parses the text."""
        given = _type_of(self.node)
        assert given is not None
        return View(self.file, given)

    @property
    def is_by_default(self) -> bool:
        """Whether its type is that of a value, `type=type(value)`, and so `bool` where the value is True or False."""
        return isinstance(_type_of(self.node), tree.Call)

    @property
    def is_of_argparse(self) -> bool:
        """Whether the file imports argparse, or a package that is built on it."""
        return self.file.names.imports_packages(("argparse", "configargparse"))

    @property
    def reading_the_text(self) -> Edit:
        """The edit that makes `False`, `no` and `0` false, and keeps what is typed today."""
        given = self.type.node
        return Edit(Span(given.start, given.end), _TEXT)


def options(file: File) -> Iterator[Option]:
    """Options whose text the built-in `bool` reads, in source order."""
    if file.names.imports_packages(_READING):
        return
    for call in file.method_calls("add_argument"):
        given = _type_of(call.node)
        if isinstance(given, tree.Call) and _is_type_of_any_value(file, given):
            yield Option(file, call.node)
        is_builtin = given is not None and _is_builtin(file, given, "bool")
        if is_builtin and (one := Option(file, call.node)).name:
            yield one


def _type_of(call: tree.Call) -> tree.Expression | None:
    return next((a.value for a in call.args if a.keyword == "type"), None)


def _is_type_of_any_value(file: File, given: tree.Call) -> bool:
    """Whether this is `type(value)` in a loop over settings that treats True and False like other values."""
    of = tree.positional(given, 0)
    if not isinstance(of, tree.Name) or not _is_builtin(file, given.func, "type") or len(given.args) != 1:
        return False
    loop = file.tree.above(given, *tree.Loops, *tree.Scope)
    names = (node for node in tree.walk(loop) if isinstance(node, tree.Name)) if isinstance(loop, tree.For) else ()
    return isinstance(loop, tree.For) and not any(_is_builtin(file, name, "bool") for name in names)


def _is_builtin(file: File, node: tree.Node, name: str) -> bool:
    return isinstance(node, tree.Name) and node.id == name and owner_of(file.tree, node) is None
