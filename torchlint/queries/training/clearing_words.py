"""Code that may clear gradients, by the words in its file."""

from __future__ import annotations

import re

from torchlint.binding.symbols import Function
from torchlint.syntax import tree

# What a file names that clears gradients, or has an optimizer do it.
_CLEARING = re.compile(r"zero_grad|zero_\(|\.grad\b|(?:clear|reset)\w*grad|optimi[sz]e\w*\(", re.IGNORECASE)


def never_clears(function: Function) -> bool:
    """Whether the file of a function names nothing that could clear gradients, as of a model's part."""
    return function.unit.tree.once(_names_no_clearing, function.unit.tree.root)


def _names_no_clearing(syntax: tree.Tree, _: tree.Node) -> bool:
    return _CLEARING.search(syntax.text) is None
