"""What a project's checkpoints hold: the dicts that are given to torch.save, or to a function called after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in, assignments_to
from torchlint.binding.use_def import reaching_definition, reaching_definitions, scope_of, uses
from torchlint.queries.checkpoints.file_names import fit, templates_of
from torchlint.queries.checkpoints.own_files import paths_given
from torchlint.queries.file import CallView
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# Entries that checkpoints of any project have.
_ANYBODYS = frozenset("model model_state_dict state_dict net weights params global_step".split())
_ADDING = ("update", "setdefault")
_HOLE = "{"  # in a template, what the code does not say
_DEEPEST = 4  # through how many names and functions it is followed what is saved


class Entry(NamedTuple):
    """An entry of a dict that is saved."""

    key: str
    value: tree.Expression
    is_always: bool  # whether the dict has it in any case


class SavedDict(NamedTuple):
    """What is saved by one call.

    Example:
        for saved in checkpoints.saved_by_project(file):
            known |= saved.keys
    """

    syntax: tree.Tree  # the file that saves
    call: tree.Call  # what saves
    entries: tuple[Entry, ...]  # of a dict
    is_complete: bool  # whether the keys are all that it can have
    is_weights: bool  # a `state_dict()` as it is
    paths: frozenset[str]  # the templates of its path

    @property
    def is_checkpoint(self) -> bool:
        """Whether this is a dict, or is saved by torch.save; what another function saves is often an image."""
        return bool(self.entries) or _is_of_torch(self.call)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of its entries, with those that only some checkpoints have."""
        return frozenset(one.key for one in self.entries)


class _Contents(NamedTuple):
    """What an expression may be."""

    entries: tuple[Entry, ...] = ()
    is_complete: bool = True
    is_dict: bool = True
    is_weights: bool = False


_UNKNOWN = _Contents(is_complete=False, is_dict=False)
_WEIGHTS = _Contents(is_dict=False, is_weights=True)
_NO_DICT = _Contents(is_dict=False)


@query
def saved_by_project(file: File) -> Iterator[SavedDict]:
    """What the files of the project save: dicts with their keys; for anything else only the path is known.

    Example:
        if any("epoch" in saved.keys for saved in checkpoints.saved_by_project(file)):
            continue  # some checkpoint has it
    """
    for syntax in _saving(file):
        yield from syntax.once_of_all(saved_dicts)


def telling(keys: AbstractSet[str]) -> frozenset[str]:
    """The keys that identify a checkpoint, without keys such as `"model"`, which checkpoints of any project have.

    Example:
        alike = [one for one in checkpoints.saved_by_project(file) if checkpoints.telling(read) & one.keys]
    """
    return frozenset(keys - _ANYBODYS)


def saved_to_path_of(file: File, load: CallView, saved: Iterable[SavedDict]) -> list[SavedDict]:
    """Those of some dicts that a call of torch.load may read, judged by the parts of the file's name in the code.

    Example:
        sources = checkpoints.saved_to_path_of(file, load, checkpoints.saved_by_project(file))
    """
    loaded = _templates_loaded(file, load)
    return [one for one in saved if any(fit(name, other) for name in loaded for other in one.paths)]


def saved_under_name_of(file: File, load: CallView, saved: Iterable[SavedDict]) -> list[SavedDict]:
    """Those of some dicts whose file has the same name as the one that a call of torch.load reads, in whatever folder.

    Example:
        alike = checkpoints.saved_under_name_of(file, load, checkpoints.saved_by_project(file))
    """
    loaded = {_name(path) for path in _templates_loaded(file, load)}
    written = {name for name in loaded if name and _HOLE not in name}
    return [one for one in saved if not written.isdisjoint(map(_name, one.paths))]


def _name(path: str) -> str:
    """The name of a file without its folder."""
    return path.rpartition("/")[2]


def saved_elsewhere(file: File, load: CallView, saved: Iterable[SavedDict]) -> set[SavedDict]:
    """Those of some dicts whose file is certainly another one: both names are written out, and differ.

    Example:
        others = checkpoints.saved_elsewhere(file, load, checkpoints.saved_by_project(file))
    """
    loaded = _templates_loaded(file, load)
    if not loaded or any(_HOLE in name for name in loaded):
        return set()
    written = [one for one in saved if one.paths and not any(_HOLE in name for name in one.paths)]
    return set(written).difference(saved_to_path_of(file, load, written))


def _templates_loaded(file: File, load: CallView) -> frozenset[str]:
    known = _known_templates(file)
    if load.node not in known:
        known[load.node] = frozenset(name for path in paths_given(file, load) for name in templates_of(*path))
    return known[load.node]


@query
def _known_templates(_: File) -> dict[tree.Call, frozenset[str]]:
    """What has been asked for already: many loops may ask for one call, with the paths of all its callers."""
    return {}


def _saving(file: File) -> list[tree.Tree]:
    """The file itself, and those of the project that may save something."""
    around = file.project_files
    places = around.files_mentioning("torch", "save") if around is not None else []
    others = around.trees_near(file.place, places) if around is not None else ()
    return list(dict.fromkeys((file.tree, *others)))


def saved_dicts(syntax: tree.Tree) -> list[SavedDict]:
    """What a file gives to torch.save, or to a function that is called after it; of what is no dict, only the path."""
    found: list[SavedDict] = []
    for call in syntax.all(tree.Call):
        if "save" in tree.last_name(call.func).lower():
            given = [argument.value for argument in call.args if not argument.star]
            paths = frozenset(name for one in given for name in templates_of(syntax, one))
            made = [what for one in _saved(syntax, call, given) for what in _contents(syntax, one)]
            dicts = [one for one in made if one.is_dict] or made or [_UNKNOWN]
            found += [SavedDict(syntax, call, its.entries, its.is_complete, its.is_weights, paths) for its in dicts]
    return found


def keys_returned(syntax: tree.Tree, function: tree.FunctionDef) -> frozenset[str] | None:
    """The keys of the dict that a function returns; None if it may have others.

    Example:
        For `def state_dict(self): return {"net": self.net.state_dict(), "epoch": self.epoch}`, "net" and "epoch".
    """
    made = [what for value in _returned(syntax, function) for what in _contents(syntax, value)]
    if not made or not all(one.is_dict and one.is_complete for one in made):
        return None
    return frozenset(entry.key for one in made for entry in one.entries)


def _saved(syntax: tree.Tree, call: tree.Call, given: list[tree.Expression]) -> list[tree.Expression]:
    """The expressions that may be what is saved: arguments, or what a method of the object makes of itself."""
    if _is_of_torch(call):
        what = tree.argument(call, 0, "obj")
        return [what] if what is not None else []
    inner = (one for function in _called(syntax, call) for one in syntax.own(function, tree.Call) if _is_of_torch(one))
    made = (tree.argument(one, 0, "obj") for one in inner)
    return [*given[:2], *(one for one in made if one is not None)]


def _is_of_torch(call: tree.Call) -> bool:
    return tree.dotted(call.func) == "torch.save"


def _contents(syntax: tree.Tree, node: tree.Node, depth: int = 0) -> list[_Contents]:
    """What an expression may be; several where branches differ."""
    if depth > _DEEPEST:
        return [_UNKNOWN]
    if isinstance(node, tree.Dict):
        return [_literal(syntax, node, depth)]
    if isinstance(node, tree.Conditional):
        return [one for side in (node.body, node.orelse) for one in _contents(syntax, side, depth + 1)]
    if isinstance(node, tree.Call):
        return _of_call(syntax, node, depth)
    if isinstance(node, tree.Name):
        return _of_name(syntax, node, depth)
    if isinstance(node, tree.Attribute):
        return _of_attribute(syntax, node, depth)
    return [_NO_DICT if isinstance(node, (tree.Constant, tree.List, tree.Tuple, tree.FormattedString)) else _UNKNOWN]


def _literal(syntax: tree.Tree, made: tree.Dict, depth: int) -> _Contents:
    """The entries of a dict that is written out: `{"epoch": epoch, **states}`."""
    entries, is_complete = [], True
    for key, value in zip(made.keys, made.values, strict=True):
        text = tree.string_of(key)
        if text is not None:
            entries.append(Entry(text, value, True))
        else:
            inner = _merged(_contents(syntax, value, depth + 1)) if key is None else _UNKNOWN
            entries += inner.entries
            is_complete = is_complete and inner.is_complete
    return _Contents(tuple(entries), is_complete)


def _merged(alternatives: list[_Contents]) -> _Contents:
    """All entries that one of several dicts may have."""
    is_complete = all(one.is_dict and one.is_complete for one in alternatives)
    return _Contents(tuple(entry for one in alternatives for entry in one.entries), is_complete)


def _of_call(syntax: tree.Tree, call: tree.Call, depth: int) -> list[_Contents]:
    """`dict(epoch=epoch)`, `model.state_dict()`, or what a function of the file returns."""
    name = tree.last_name(call.func)
    if name in ("dict", "OrderedDict"):
        return [_with_keywords(syntax, call, depth)]
    returned = [value for function in _called(syntax, call) for value in _returned(syntax, function)]
    if returned:
        return [one for value in returned for one in _contents(syntax, value, depth + 1)]
    return [_WEIGHTS if name == "state_dict" and not _is_of_self(call) else _UNKNOWN]


def _with_keywords(syntax: tree.Tree, call: tree.Call, depth: int) -> _Contents:
    """`dict(base, epoch=epoch)`."""
    entries = [Entry(one.keyword, one.value, True) for one in call.args if one.keyword]
    is_complete = all(one.keyword or not one.star for one in call.args)
    for one in call.args:
        if not one.keyword and not one.star:
            base = _merged(_contents(syntax, one.value, depth + 1))
            entries += base.entries
            is_complete = is_complete and base.is_complete
    return _Contents(tuple(entries), is_complete)


def _is_of_self(call: tree.Call) -> bool:
    return isinstance(call.func, tree.Attribute) and tree.dotted(call.func.value) in ("self", "super")


def _called(syntax: tree.Tree, call: tree.Call) -> list[tree.FunctionDef]:
    """The function or method of the file that a call means: `checkpoint()`, `self.checkpoint()`."""
    scope: tree.Node | None = syntax.root if isinstance(call.func, tree.Name) else None
    if _is_of_self(call):
        scope = syntax.above(call, tree.ClassDef)
    body = scope.body if isinstance(scope, (tree.Module, tree.ClassDef)) else []
    name = tree.last_name(call.func)
    return [one for one in body if isinstance(one, tree.FunctionDef) and one.name == name]


def _returned(syntax: tree.Tree, function: tree.FunctionDef) -> list[tree.Expression]:
    return [one.value for one in syntax.own(function, tree.Return) if one.value is not None]


def _of_name(syntax: tree.Tree, name: tree.Name, depth: int) -> list[_Contents]:
    """What a variable was given, with what the code puts into it before."""
    found: list[_Contents] = []
    for one in reaching_definitions(syntax, name):
        if one is not None and isinstance(one.node, tree.Parameter):
            found += _of_parameter(syntax, one.node, depth)
        elif one is None or one.value is None:
            return [_UNKNOWN]
        else:
            found += _contents(syntax, one.value, depth + 1)
    if not any(one.is_dict for one in found):
        return found or [_UNKNOWN]
    added, is_seen = _added(syntax, name, depth)
    return [
        one._replace(entries=(*one.entries, *added), is_complete=one.is_complete and is_seen) if one.is_dict else one
        for one in found
    ]


def _of_parameter(syntax: tree.Tree, parameter: tree.Parameter, depth: int) -> list[_Contents]:
    """What the file's calls give a function that saves; calls that are named after saving are looked at themselves."""
    function = syntax.parents.get(parameter)
    if not isinstance(function, tree.FunctionDef):
        return [_UNKNOWN]
    if "save" in function.name.lower():
        return [_NO_DICT]
    calls = syntax.calls_named(function.name)
    given = [tree.passed_to(function, call).get(parameter.name) for call in calls]
    return [one for its in given if its is not None for one in _contents(syntax, its, depth + 1)] or [_UNKNOWN]


def _of_attribute(syntax: tree.Tree, node: tree.Attribute, depth: int) -> list[_Contents]:
    """An attribute of an object that is given a dict once; what else is put into it may not be seen."""
    owner = syntax.above(node, tree.ClassDef)
    given = assignments_to(syntax, owner, tree.dotted(node) or "") if owner is not None else ()
    if len(given) != 1 or given[0].value is None:
        return [_UNKNOWN]
    return [one._replace(is_complete=False) for one in _contents(syntax, given[0].value, depth + 1)]


def _added(syntax: tree.Tree, saved: tree.Name, depth: int) -> tuple[list[Entry], bool]:
    """The entries that are put into a dict by its name, and whether these are all: `state["ema"] = weights`."""
    entries, is_seen = [], True
    definition = reaching_definition(syntax, saved)
    block = syntax.parents.get(definition.node) if definition is not None else None
    for one in assignments_in(scope_of(syntax, saved), into_functions=False):
        target = one.target
        if isinstance(target, tree.Subscript) and tree.dotted(target.value) == saved.id and one.kind != "deletion":
            key, is_always = tree.string_of(target.index), syntax.parents.get(one.node) is block
            if key is None or one.value is None:
                is_seen = is_seen and key is not None
            else:
                entries.append(Entry(key, one.value, is_always))
    for use in uses(syntax, saved):
        above, outer = syntax.parents.get(use), syntax.parents.get(syntax.parents.get(use) or use)
        if isinstance(above, tree.Attribute) and isinstance(outer, tree.Call) and above.attr in _ADDING:
            more = _with_keywords(syntax, outer, depth)
            entries += [entry._replace(is_always=False) for entry in more.entries]
            is_seen = is_seen and above.attr == "update" and more.is_complete
        elif isinstance(above, tree.Argument) and use is not saved:
            is_seen = is_seen and _keeps_as_is(outer)
    return entries, is_seen


def _keeps_as_is(call: tree.Node | None) -> bool:
    """Whether what a call is given has the same entries afterwards: it saves it, prints it, or counts them."""
    name = tree.last_name(call.func).lower() if isinstance(call, tree.Call) else ""
    return "save" in name or name in ("print", "len", "info", "put", "log")
