"""What rules see of the options of a program's command line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.queries import CallView, View
from torchlint.syntax import tree

from .detect_types import is_bool_for_some, is_builtin, is_unconditional

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
    def is_computed(self) -> bool:
        """Whether its type is computed, as in `type=type(value)`, and so `bool` for some options only."""
        return not is_builtin(self.file.tree, self.type.node, "bool")

    @property
    def is_bool_surely(self) -> bool:
        """Whether a computed type is seen to be `bool` for an option."""
        return bool(is_bool_for_some(self.file, self.type.node)) and is_unconditional(self.file.tree, self.node)

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
        if given is None:
            continue  # a text, or what its action makes of it
        if is_builtin(file.tree, given, "bool"):
            if (one := Option(file, call.node)).name:
                yield one
        elif is_bool_for_some(file, given) is not None:
            yield Option(file, call.node)


def _type_of(call: tree.Call) -> tree.Expression | None:
    return next((a.value for a in call.args if a.keyword == "type"), None)
