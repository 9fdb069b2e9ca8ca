"""Whether the name of a file that is downloaded holds its hash, which is what `check_hash=True` compares with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from torchlint.binding.use_def import only_definition, resolved_expression
from torchlint.queries import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# torch.hub looks for this; what is found in `sam-b.pth` is no hash, and the check fails.
_HASH = re.compile(r"-([a-f0-9]*)\.")
_SHORTEST = 8  # the first digits of a SHA256, by PyTorch's convention
_ADDRESS = ("http://", "https://")


def has_hash_in_name(file: File, load: CallView) -> bool:
    """Whether the names of all files that a call may download hold a hash, and there are any."""
    given, named = load.argument(0, "url"), load.argument(5, "file_name")
    if named is not None:
        return _holds_hash(str(named.is_literally))
    addresses = list(_addresses(file.tree, given.node)) if given is not None else []
    addresses = addresses or list(_texts(file.tree.root))
    return bool(addresses) and all(_holds_hash(urlsplit(address).path) for address in addresses)


def _holds_hash(name: str) -> bool:
    found = _HASH.search(name.rpartition("/")[2])
    return found is not None and len(found[1]) >= _SHORTEST


def _addresses(syntax: tree.Tree, node: tree.Node) -> Iterator[str]:
    """The addresses that an expression may give: what is written out, or in the dict that it is looked up in."""
    if isinstance(node, tree.Subscript):
        node = node.value
    if isinstance(node, tree.Name):
        origin = resolved_expression(syntax, node)
        only = only_definition(syntax, node) if origin is node else None
        node = only.value if only is not None and only.value is not None else origin
    yield from _texts(node)


def _texts(node: tree.Node) -> Iterator[str]:
    """The addresses that are written out in some code."""
    for constant in tree.walk(node):
        if isinstance(constant, tree.Constant) and isinstance(constant.value, str):
            if constant.value.startswith(_ADDRESS):
                yield constant.value


def are_all_from_pytorch(file: File) -> bool:
    """Whether there are addresses in the file's strings, all of them of PyTorch's own server."""
    strings = (c.value for c in file.tree.all(tree.Constant) if isinstance(c.value, str))
    addresses = [text for text in strings if text.startswith(_ADDRESS)]
    return bool(addresses) and all("://download.pytorch.org/" in text for text in addresses)


def is_of_torchvision(file: File, load: CallView) -> bool:
    """Whether torchvision itself gives the address: `model_urls[name]`, with the list imported from there."""
    given = load.argument(0, "url")
    node = given.node if given is not None else None
    base = node.value if isinstance(node, tree.Subscript) else node
    if base is None:
        return False
    if file.names.spelled_out(base).startswith("torchvision.models."):
        return True
    lists = [one for one in file.tree.all(tree.ImportFrom) if one.module.startswith("torchvision.models")]
    return any((alias.asname or alias.name) == tree.dotted(base) for one in lists for alias in one.names)
