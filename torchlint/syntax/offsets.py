"""The positions of libcst's nodes in the text, computed from the code that libcst generates."""

from __future__ import annotations

from typing import Any


class Positions:
    """A codegen state that records where each node's code starts and ends, as token indexes.

    libcst has no public way to positions that costs less than parsing does (PositionProvider takes twice as long), so
    this follows the protocol of its CodegenState, which tests/syntax/test_cst_parser.py checks.
    """

    def __init__(self, module: Any) -> None:
        self.default_indent: str = module.default_indent
        self.default_newline: str = module.default_newline
        self.tokens: list[str] = []
        self.indents: list[str] = []
        self.found: dict[Any, tuple[int, int]] = {}
        self._open: list[tuple[Any, int]] = []
        self.add_token = self.tokens.append
        self.increase_indent = self.indents.append
        self.decrease_indent = self.indents.pop

    def add_indent_tokens(self) -> None:
        self.tokens.extend(self.indents)

    def before_codegen(self, node: Any) -> None:
        pass

    def after_codegen(self, node: Any) -> None:
        pass

    def pop_trailing_newline(self) -> None:
        if self.tokens:
            self.tokens.pop()

    def record_syntactic_position(self, node: Any, *, start_node: Any = None, end_node: Any = None) -> Positions:
        self._open.append((node, len(self.tokens)))
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        node, start = self._open.pop()
        self.found[node] = (start, len(self.tokens))


def aligned(starts: list[int], made: str, text: str) -> list[int]:
    """Offsets in libcst's generated code as offsets in the text; libcst drops some form feeds and trailing blanks."""
    if text.startswith(made):
        return starts
    places, at = [], 0
    for char in made:
        while at < len(text) and text[at] != char:
            at += 1
        places.append(min(at, len(text)))
        at += 1
    places.append(min(at, len(text)))
    return [places[start] for start in starts]
