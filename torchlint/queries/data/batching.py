"""Whether a file's samples are batched, and by how many workers: by the DataLoaders of the file and its importers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.naming_conventions import PROGRESS_BARS
from torchlint.project.sources import is_among_tests
from torchlint.syntax import tree
from torchlint.syntax.comment_lines import without_comment_lines

if TYPE_CHECKING:
    from torchlint.queries.file import File

_SPEAKS = re.compile(r"\bDataLoader\b")
_MAKES = re.compile(r"\w*DataLoader\s*\(")
# Words of code with a model or a device: batches that are only displayed never get there.
_COMPUTES = re.compile(r"\bbackward\s*\(|\.fit\s*\(|\bTrainer\b|\btraining_step\b|\.cuda\s*\(|\bdevice\b")
_WORKERS = re.compile(r"\bnum_workers['\"]?[ ]*[=:][ ]*([\w.]+)")
_PASSES_ON = frozenset(("enumerate", "iter", "zip", *PROGRESS_BARS))  # yields what the iterable yields
# How far the users' own users are looked at, and how many files.
_FARTHEST, _MOST_FILES = 3, 60


def makes_batches(file: File, name: str | None = None) -> bool:
    """Whether a DataLoader in this file, or in a file that imports it, batches the samples made here.

    With the name of a class, only files that also construct that class count.
    """
    makes = re.compile(rf"\b{re.escape(name)}\s*\(" if name else "")
    own = file.text.replace(f"class {name}", "") if name else file.text
    has_one = _SPEAKS.search(own) and _has_loader(file.tree)
    if has_one or any(value.kind == "loader" for value in file.facts.values.values()):
        if makes.search(own):
            return True
    users = ((place, text) for place, text in _users(file) if _SPEAKS.search(text) and makes.search(text))
    return any(file.project_files is not None and _has_loader(file.project_files.tree(place)) for place, _ in users)


def iterated_loader(file: File, node: tree.Node) -> tree.Node:
    """What a loop iterates over: `loader` in `enumerate(tqdm(loader))` or `zip(loader, others)`."""
    while True:
        made = resolved_expression(file.tree, node)  # `bar = tqdm(loader)`
        if not isinstance(made, tree.Call) or not made.args or tree.last_name(made.func) not in _PASSES_ON:
            return node
        node = made.args[0].value


def _has_loader(syntax: tree.Tree | None) -> bool:
    """Whether code mentions a DataLoader outside comments and strings; True where it can't be parsed."""
    if syntax is None:
        return True
    names = {one.id for one in syntax.all(tree.Name)} | {one.attr for one in syntax.all(tree.Attribute)}
    return "DataLoader" in names or any(alias.name.endswith("DataLoader") for alias in syntax.all(tree.Alias))


def only_looks_at_batches(file: File) -> bool:
    """Whether this file only displays batches: it is not imported, and has neither a device nor training."""
    if not _SPEAKS.search(file.text) or _COMPUTES.search(file.text):
        return False
    return next(texts_of_users(file), None) is None


def loaders_around(file: File) -> list[bool]:
    """For each text with a DataLoader, of this file and its importers but for tests: whether it mentions workers.

    A text that makes no DataLoader, but is given one, says nothing about workers unless it mentions them.
    """
    texts = [text for text in _texts_but_tests(file) if _SPEAKS.search(text)]
    texts = [text for text in texts if _MAKES.search(text) or _WORKERS.search(text)]
    return [any(count not in ("0", "1") for count in _WORKERS.findall(text)) for text in texts]


def is_named_beside_loader(file: File, name: str) -> bool:
    """Whether one of these texts also has a name, such as that of a class of datasets."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    return any(_SPEAKS.search(text) and word.search(text) for text in _texts_but_tests(file))


def _texts_but_tests(file: File) -> Iterator[str]:
    """The texts of the program; tests load a few samples, without workers."""
    yield file.text
    root = file.project_files.root if file.project_files is not None else ""
    yield from (text for place, text in _users(file) if not is_among_tests(place, root))


def texts_of_users(file: File) -> Iterator[str]:
    """The texts of the files that import this one, of their importers, and so on, nearest first."""
    return (without_comment_lines(text) for _, text in _users(file))


def texts_of_program(file: File) -> Iterator[str]:
    """The text of this file, and then those of the files that import it, of their importers, and so on.

    Without the lines that are comments.
    """
    yield without_comment_lines(file.text)
    yield from texts_of_users(file)


def is_in_texts_of_program(file: File, pattern: re.Pattern[str]) -> bool:
    """Whether this file, one that imports it, one of their importers, and so on, has a text that matches."""
    return any(pattern.search(text) for text in texts_of_program(file))


def trees_of_users(file: File, word: str, *, but_tests: bool = False) -> Iterator[tree.Tree]:
    """The trees of those of these files whose text has a word."""
    for place, text in _users(file):
        if but_tests and file.project_files is not None and is_among_tests(place, file.project_files.root):
            continue
        syntax = file.project_files.tree(place) if file.project_files is not None and word in text else None
        if syntax is not None:
            yield syntax


def _users(file: File) -> Iterator[tuple[str, str]]:
    """The paths and texts of those files."""
    if file.project_files is None:
        return
    seen, here = {file.place}, [file.place]
    for _ in range(_FARTHEST):
        here = [user for place in here for user in file.project_files.importers(place) if user not in seen]
        here = list(dict.fromkeys(here))[:_MOST_FILES]
        seen.update(here)
        yield from ((place, file.project_files.text(place)) for place in here)


def is_loaded_singly(file: File, name: str) -> bool:
    """Whether every DataLoader that visibly gets a dataset of this class uses batch size 1 or None."""
    trees = [file.tree]
    if file.project_files is not None:
        users = [user for user in file.project_files.users(file.place) if name in file.project_files.text(user)]
        trees += file.project_files.trees(users[:_MOST_FILES])
    sizes = [size for one in trees for size in _sizes(one, name)]
    return bool(sizes) and set(sizes) == {1}


def _sizes(syntax: tree.Tree, name: str) -> Iterator[object]:
    """The batch sizes of a file's DataLoaders over objects of a class; 1, the default, where none is given."""
    made = [call for call in syntax.calls_named(name) if tree.last_part(call.func)]
    held = {(_scope(syntax, call), target) for call in made for target in _names(syntax, call)}
    for loader in syntax.all(tree.Call):
        if tree.last_part(loader.func) != "DataLoader" or not loader.args:
            continue
        dataset = next((a.value for a in loader.args if a.keyword == "dataset"), loader.args[0].value)
        if dataset in made or (_scope(syntax, loader), tree.dotted(dataset)) in held:
            yield _size(loader)


def _size(loader: tree.Call) -> object:
    """The batch size of a DataLoader, 1 where none is given; None where only a run can tell."""
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
