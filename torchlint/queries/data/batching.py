"""Whether a file's samples end up in batches, and in which processes: by the DataLoaders of the file and its users."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_SPEAKS = re.compile(r"\bDataLoader\b")
# What only code says that has a model or a device: batches that are drawn to be looked at are never worked on there.
_COMPUTES = re.compile(r"\bbackward\s*\(|\.fit\s*\(|\bTrainer\b|\btraining_step\b|\.cuda\s*\(|\bdevice\b")
_WORKERS = re.compile(r"\bnum_workers['\"]?[ ]*[=:][ ]*([\w.]+)")
# How far the users' own users are looked at, and how many files.
_FARTHEST, _MOST_FILES = 3, 60


def makes_batches(file: File, name: str | None = None) -> bool:
    """Whether samples of this file are put into batches by it, or by a file of the project that leads to it.

    Where they are those of a class by this name, objects of the class have to be made there, too.
    """
    makes = re.compile(rf"\b{re.escape(name)}\s*\(" if name else "")
    own = file.text.replace(f"class {name}", "") if name else file.text
    has_one = _SPEAKS.search(own) and _has_loader(file.tree)
    if has_one or any(value.kind == "loader" for value in file.facts.values.values()):
        if makes.search(own):
            return True
    users = ((place, text) for place, text in _users(file) if _SPEAKS.search(text) and makes.search(text))
    return any(file.repository is not None and _has_loader(file.repository.tree(place)) for place, _ in users)


def _has_loader(syntax: tree.Tree | None) -> bool:
    """Whether code has a DataLoader, and not just a comment or a string; yes where it can't be read."""
    if syntax is None:
        return True
    names = {one.id for one in syntax.all(tree.Name)} | {one.attr for one in syntax.all(tree.Attribute)}
    return "DataLoader" in names or any(alias.name.endswith("DataLoader") for alias in syntax.all(tree.Alias))


def only_looks_at_batches(file: File) -> bool:
    """Whether this file makes batches, nobody imports it, and it has no device, no training: a notebook of pictures."""
    if not _SPEAKS.search(file.text) or _COMPUTES.search(file.text):
        return False
    return next(texts_of_users(file), None) is None


def loaders_around(file: File) -> list[bool]:
    """For each text, of this file and of those that lead to it, that speaks of a DataLoader: whether of workers."""
    texts = [text for text in (file.text, *texts_of_users(file)) if _SPEAKS.search(text)]
    return [any(count not in ("0", "1") for count in _WORKERS.findall(text)) for text in texts]


def texts_of_users(file: File) -> Iterator[str]:
    """The texts of the files that import this one, of their importers, and so on, nearest first."""
    return (text for _, text in _users(file))


def _users(file: File) -> Iterator[tuple[str, str]]:
    """Those files' places and texts."""
    if file.repository is None:
        return
    seen, here = {file.place}, [file.place]
    for _ in range(_FARTHEST):
        here = [user for place in here for user in file.repository.importers(place) if user not in seen]
        here = list(dict.fromkeys(here))[:_MOST_FILES]
        seen.update(here)
        yield from ((place, file.repository.text(place)) for place in here)


def is_loaded_singly(file: File, name: str) -> bool:
    """Whether each DataLoader that is seen to get a dataset of this class gives out one sample at a time."""
    trees = [file.tree]
    if file.repository is not None:
        users = [user for user in file.repository.users(file.place) if name in file.repository.text(user)]
        trees += [found for user in users[:_MOST_FILES] if (found := file.repository.tree(user)) is not None]
    sizes = [size for one in trees for size in _sizes(one, name)]
    return bool(sizes) and set(sizes) == {1}


def _sizes(syntax: tree.Tree, name: str) -> Iterator[object]:
    """The batch sizes that a file's DataLoaders for objects of a class are given; 1 where none is."""
    made = [call for call in syntax.all(tree.Call) if tree.last_part(call.func) == name]
    held = {(_scope(syntax, call), target) for call in made for target in _names(syntax, call)}
    for loader in syntax.all(tree.Call):
        if tree.last_part(loader.func) != "DataLoader" or not loader.args:
            continue
        dataset = next((a.value for a in loader.args if a.keyword == "dataset"), loader.args[0].value)
        if dataset in made or (_scope(syntax, loader), tree.dotted(dataset)) in held:
            yield _size(loader)


def _size(loader: tree.Call) -> object:
    """The batch size that a DataLoader is given, 1 where none is; None where only a run knows."""
    given = [a.value for at, a in enumerate(loader.args) if a.keyword == "batch_size" or (at, a.keyword) == (1, None)]
    if any(a.star or a.keyword == "batch_sampler" for a in loader.args) or (
        given and not isinstance(given[0], tree.Constant)
    ):
        return None
    return given[0].value if given and isinstance(given[0], tree.Constant) else 1


def _names(syntax: tree.Tree, call: tree.Call) -> Iterator[str | None]:
    statement = syntax.statement(call)
    yield from map(tree.dotted, statement.targets if isinstance(statement, tree.Assign) else ())


def _scope(syntax: tree.Tree, node: tree.Node) -> tree.Node | None:
    return syntax.above(node, tree.FunctionDef)
