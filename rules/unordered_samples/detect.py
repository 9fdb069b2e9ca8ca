"""Lists of samples in an order that the file system or a hash decides, and what is made to depend on that order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import reaching_definition, reaching_definitions, resolved_expression
from torchlint.finding import Edit
from torchlint.queries import ExpressionView, View, file_around, gradients
from torchlint.syntax import tree

from . import detect_elsewhere, detect_indices, detect_mapped, detect_numbered, detect_walks

if TYPE_CHECKING:
    from torchlint.queries import File

_WALK = "os.walk"
_LISTINGS = frozenset(("os.listdir", "os.scandir", "glob.glob", "glob.iglob", _WALK))
_OF_PATHS = frozenset(("iterdir", "rglob", "glob"))
_SETS = frozenset(("set", "frozenset"))
# What gives out the elements of its first argument in their order, or of its last one.
_KEEPERS = frozenset(("list", "tuple", "reversed", "tqdm", "enumerate", "array", "asarray"))
_KEEPERS_OF_LAST = frozenset(("filter", "map"))
_OF_SETS = frozenset(("union", "intersection", "difference", "symmetric_difference", "copy"))
_NUMBERS = frozenset(("range", "arange", "len", "int", "randint", "randperm", "flatnonzero", "nonzero"))
_TEXTS = frozenset(
    ("str", "split", "strip", "rstrip", "lstrip", "lower", "upper", "join", "replace", "basename", "splitext")
)
_DRAWS = frozenset(("shuffle", "sample", "permutation", "randperm", "train_test_split"))
_SEEDED = frozenset(("random.Random", "numpy.random.RandomState", "numpy.random.default_rng"))
_GLOBALS = frozenset(("random", "numpy.random", "torch"))
_SEEDS_OF = {"torch": "torch.manual_seed"}  # what seeds, where it is called otherwise than `seed`
_FOLD = re.compile(r"fold|split", re.IGNORECASE)
_DEEPEST = 6

# What depends on an order, the list that it goes by, what a message says about that, and whether it surely does.
_Use = tuple[tree.Expression, tree.Expression, str, bool]


@dataclass(frozen=True, slots=True, eq=False)
class Unordered(ExpressionView):
    """The call or set that gives a list its order."""

    used: tree.Expression  # what depends on that order
    how: str  # what a message says about that
    is_sure: bool

    @property
    def is_of_a_set(self) -> bool:
        """Whether a hash decides, and not the file system."""
        return _is_set(self.node)

    @property
    def place(self) -> View:
        """Where something depends on the order."""
        return View(self.file, self.used)

    @property
    def sorted(self) -> tuple[Edit, ...]:
        """The edit that sorts."""
        above = self.file.tree.parents.get(self.node)
        call = self.file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
        if isinstance(call, tree.Call) and tree.dotted(call.func) == "list" and len(call.args) == 1:
            return self.file.value(call.func).put("sorted")
        return self.put(f"sorted({self.code})")


def unordered_samples(file: File) -> Iterator[Unordered]:
    """The listings and sets whose order decides which sample is where, each once, in source order."""
    found: dict[tree.Expression, Unordered] = {}
    uses = (*_cuts(file), *_draws(file), *_pairs(file), *_indexed(file), *_labels(file), *_elsewhere(file))
    for used, given, how, is_sure in uses:
        source = _source(file, given)
        if source is None or (_is_set(source) and _holds_numbers(file, source)):
            continue
        known = is_sure and (
            _holds_texts(file, source) if _is_set(source) else not detect_walks.perhaps_one_folder(file, source)
        )
        if source not in found or (known and not found[source].is_sure):
            found[source] = Unordered(file, source, used, how, known)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _cuts(file: File) -> Iterator[_Use]:
    """Slices that divide a list: in two at one place, or into shares of processes."""
    bounds: dict[tuple[tree.Node, str, str], list[tree.Subscript]] = {}
    for node in file.tree.all(tree.Subscript):
        index = node.index
        if not isinstance(index, tree.Slice):
            continue
        if detect_elsewhere.SHARES.search(file.tree.text_of(index)):
            yield node, node.value, "divided among processes", True
        elif (index.lower is None) != (index.upper is None):
            bound = index.upper or index.lower
            if bound is not None and index.step is not None and _is_fold(index):
                yield node, node.value, "divided into folds", True
            elif bound is not None and index.step is None:
                key = (file.tree.scope(node), file.tree.text_of(node.value), file.tree.text_of(bound))
                bounds.setdefault(key, []).append(node)
    for call in file.tree.all(tree.Call):
        if tree.last_name(call.func) == "array_split" and call.args and not call.args[0].star:
            part = file.tree.parents.get(call)
            if isinstance(part, tree.Subscript) and _FOLD.search(file.tree.text_of(part.index)):
                yield call, call.args[0].value, "divided into folds", True  # all parts may be handled alike otherwise
    for parts in bounds.values():
        heads = [node for node in parts if isinstance(node.index, tree.Slice) and node.index.lower is None]
        if heads and len(heads) < len(parts) and not _is_drawn_unseeded(file, heads[0]):
            yield heads[0], heads[0].value, "split in two", True


def _is_fold(index: tree.Slice) -> bool:
    """Whether a slice takes every n-th element from a variable place on: `cases[fold::5]`."""
    return index.lower is not None and index.upper is None and not isinstance(index.lower, tree.Constant)


def _is_drawn_unseeded(file: File, part: tree.Subscript) -> bool:
    """Whether chance decides anyway: the list was shuffled before, in a file that seeds nothing."""
    text = re.escape(file.tree.text_of(part.value))
    seeds = any("seed" in tree.last_name(call.func) for call in file.tree.all(tree.Call))
    return not seeds and bool(re.search(rf"\bshuffle\(\s*{text}\s*\)", file.text))


def _draws(file: File) -> Iterator[_Use]:
    """Shuffles and samples with a seed, which repeat nothing where the order before differs."""
    for call in file.tree.all(tree.Call):
        is_drawn = tree.last_name(call.func) in _DRAWS or _draws_several(call)
        if not is_drawn or not call.args or call.args[0].star:
            continue
        seeds = [a for a in call.args if a.keyword == "random_state"]
        is_whole = tree.last_name(call.func) == "train_test_split" and bool(seeds)
        if is_whole or _is_of_seeded(file, call):
            yield call, call.args[0].value, "shuffled with a seed", True
            yield from ((call, one, "shuffled with a seed", True) for one in detect_indices.looked_up(file, call))
    for call in detect_indices.folds(file):
        yield call, call.args[0].value, "divided into folds", True


def _draws_several(call: tree.Call) -> bool:
    """Whether a call draws a part of a list: `choice(names, 10, replace=False)`, and not one element to look at."""
    return tree.last_part(call.func) == "choice" and any(tree.is_false(one.value) for one in call.args)


def _is_of_seeded(file: File, call: tree.Call) -> bool:
    """Whether a generator with a seed draws, or the same function seeds the global one before."""
    if not isinstance(call.func, tree.Attribute):
        return False
    generator = next((one.value for one in call.args if one.keyword == "generator"), None)
    if generator is not None:
        seeds = (one for one in file.tree.own(file.tree.scope(call), tree.Call) if one.start < call.start)
        is_seeded = any(tree.dotted(one.func) == f"{tree.dotted(generator)}.manual_seed" for one in seeds)
        return is_seeded or "manual_seed(" in file.tree.text_of(resolved_expression(file.tree, generator))
    if file.names.spelled_out(call.func.value) in _GLOBALS:
        own = file.tree.own(file.tree.scope(call), tree.Call)
        module = file.names.spelled_out(call.func.value)
        name = _SEEDS_OF.get(module, f"{module}.seed")
        return any(one.start < call.start and file.names.spelled_out(one.func) == name for one in own)
    made: tree.Node | None = call.func.value
    if isinstance(made, tree.Name):
        given = reaching_definition(file.tree, made)
        made = given.value if given is not None else None
    elif isinstance(made, tree.Attribute):
        made = next(_assigned(file, made), None)
    return isinstance(made, tree.Call) and bool(made.args) and file.names.spelled_out(made.func) in _SEEDED


def _pairs(file: File) -> Iterator[_Use]:
    """Two directories whose files are paired by their place: by zip, or under one index."""
    zips = [call for call in file.tree.all(tree.Call) if tree.dotted(call.func) == "zip"]
    together = [[argument.value for argument in call.args if not argument.star] for call in zips]
    for function in file.tree.all(tree.FunctionDef):
        if function.name == "__getitem__":
            by_index: dict[str, dict[str, tree.Expression]] = {}
            for node in file.tree.own(function, tree.Subscript):
                dotted = tree.dotted(node.value)
                if dotted is not None and dotted.startswith("self.") and isinstance(node.index, tree.Name):
                    by_index.setdefault(node.index.id, {}).setdefault(dotted, node.value)
            together += [list(lists.values()) for lists in by_index.values()]
    for lists in together:
        listed = [(one, source) for one in lists if (source := _source(file, one)) is not None and not _is_set(source)]
        is_sorted = any(_is_sorted_listing(file, one) for one in lists)
        if not is_sorted:  # a function that lists both is reported itself
            listed = [(one, source) for one, source in listed if not _is_of_project(file, source)]
        if len({id(source) for _, source in listed}) > (0 if is_sorted else 1):
            for one, _ in listed:
                yield one, one, "paired with another directory", True


def _is_of_project(file: File, source: tree.Expression) -> bool:
    return isinstance(source, tree.Call) and bool(file.facts.functions.get(source))


def _is_sorted_listing(file: File, node: tree.Expression, depth: int = 0) -> bool:
    """Whether a list is what was listed, sorted, so that one that is not has other files at its places."""
    if isinstance(node, (tree.Name, tree.Attribute)) and depth < _DEEPEST:
        return any(_is_sorted_listing(file, one, depth + 1) for one in _assigned(file, node))
    if not isinstance(node, tree.Call) or depth > _DEEPEST:
        return False
    if tree.dotted(node.func) == "sorted" and node.args:
        return _source(file, node.args[0].value) is not None
    returned = gradients.returned_views(file, node)
    return bool(returned) and all(_is_sorted_listing(one.file, one.node, depth + 1) for one in returned)


def _indexed(file: File) -> Iterator[_Use]:
    """Sets whose elements a dataset numbers."""
    for function in file.tree.all(tree.FunctionDef):
        if function.name in ("__getitem__", "get") and isinstance(file.tree.parents.get(function), tree.ClassDef):
            given = {parameter.name for parameter in function.parameters}
            for node in file.tree.own(function, tree.Subscript):
                if isinstance(node.index, tree.Name) and node.index.id in given and tree.dotted(node.value):
                    source = _source(file, node.value)
                    if source is not None and _is_set(source):
                        yield node, node.value, "numbered", False


def _labels(file: File) -> Iterator[_Use]:
    """Listings and sets whose elements a dataset numbers to label samples with, or any code for an embedding."""
    for listed in detect_numbered.numbered(file):
        yield listed, listed, "numbered to make labels", False
    for listed in detect_numbered.numbered_words(file):
        source = _source(file, listed)
        if source is not None and _is_set(source):
            yield listed, listed, "numbered for the model", False


def _elsewhere(file: File) -> Iterator[_Use]:
    """Lists that functions return or are given, on whose order other code depends, perhaps that of another file."""
    for function in file.tree.all(tree.FunctionDef):
        own = tree.walk(function, into_functions=False)
        for given in [one.value for one in own if isinstance(one, tree.Return) and one.value is not None]:
            if isinstance(given, (tree.Name, tree.Call, tree.Comprehension)) and _source(file, given) is not None:
                if detect_elsewhere.is_paired(file, function):
                    yield given, given, "paired with another directory", True
    for call in file.tree.all(tree.Call):
        for given in [one.value for one in call.args if isinstance(one.value, (tree.Name, tree.Attribute, tree.Call))]:
            if _source(file, given) is not None and detect_elsewhere.is_shared_out(file, call, given):
                yield given, given, "divided among processes", True


def _source(file: File, node: tree.Expression | None, depth: int = 0) -> tree.Expression | None:
    """The listing or the set that a list has its order from; None where it is sorted, or nothing shows its order."""
    if node is None or depth > _DEEPEST:
        return None
    if isinstance(node, (tree.Name, tree.Attribute)):
        if _is_sorted_in_place(file, node):
            return None
        for one in _assigned(file, node):
            if (found := _source(file, one, depth + 1) or _collected(file, node, one, depth)) is not None:
                return found
        return None
    if isinstance(node, tree.Subscript):
        return _source(file, node.value, depth + 1) if isinstance(node.index, tree.Slice) else None
    if isinstance(node, tree.BinaryOp) and node.op in "+-&|":
        return _source(file, node.left, depth + 1) or _source(file, node.right, depth + 1)
    if isinstance(node, tree.Comprehension) and node.kind in ("list", "generator"):
        return next((it for one in node.clauses if (it := _source(file, one.iter, depth + 1)) is not None), None)
    if isinstance(node, tree.Call):
        if _is_listing(file, node) or _is_set(node):
            return node
        if isinstance(node.func, tree.Attribute) and node.func.attr in _OF_SETS:
            return _source(file, node.func.value, depth + 1)
        if tree.last_name(node.func) in _KEEPERS and node.args:
            return _source(file, node.args[0].value, depth + 1)
        if tree.dotted(node.func) in _KEEPERS_OF_LAST and node.args:
            return _source(file, node.args[-1].value, depth + 1)
        if tree.last_part(node.func) in detect_mapped.MAPS and len(node.args) > 1:
            return _source(file, node.args[1].value, depth + 1)
        if _returns_listing(file, node, depth):
            return _listing_inside(file, node, depth) or node
        return _source(file, detect_mapped.mapped_argument(file, node), depth + 1)
    return node if _is_set(node) else None


def _listing_inside(file: File, call: tree.Call, depth: int) -> tree.Expression | None:
    """The listing that a function of this file returns, where it is the only one."""
    returned = gradients.returned_views(file, call)
    sources = {_source(one.file, one.node, depth + 1) for one in returned if one.file is file}
    return sources.pop() if len(sources) == 1 else None


def _returns_listing(file: File, call: tree.Call, depth: int) -> bool:
    """Whether a function of the project, in this file or another, returns what it has listed as it is."""
    functions = file.facts.functions.get(call, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    around = file_around(file, function.node) if function is not None and not function.is_generator else None
    if function is None or around is None or function.has_other_result:
        return False
    returned = [one.value for one in around.tree.own(function.node, tree.Return)]
    sources = [_source(around, one, depth + 1) for one in returned]
    return bool(sources) and all(
        one is not None and not _is_set(one) and not detect_walks.perhaps_one_folder(around, one) for one in sources
    )


def _assigned(file: File, node: tree.Name | tree.Attribute) -> Iterator[tree.Expression]:
    """What a name, or an attribute of the object, may have been given last: one for each way, the last one first."""
    if isinstance(node, tree.Name):
        yield from (
            one.value for one in reaching_definitions(file.tree, node) if one is not None and one.value is not None
        )
        return
    owner, dotted = file.tree.above(node, tree.ClassDef), tree.dotted(node)
    if owner is None or dotted is None or not dotted.startswith("self."):
        return
    assigned = [one for one in assignments_to(file.tree, owner, dotted) if one.value is not None]
    before = [
        one for one in assigned if one.node.end <= node.start and file.tree.scope(one.node) is file.tree.scope(node)
    ]
    if not before and len({file.tree.scope(one.node) for one in assigned}) > 1:
        return
    if not before and any(one.node.start <= node.start <= one.node.end for one in assigned):
        return
    around = set(file.tree.around(node))
    for one in reversed(before or assigned):
        if one.value is not None:
            yield one.value
        if not around.isdisjoint(file.tree.block(one.node)):
            return  # it gets this value on every path


def _collected(
    file: File, node: tree.Name | tree.Attribute, made: tree.Expression, depth: int
) -> tree.Expression | None:
    """The listing that a loop goes over which fills an empty list in the function that makes it: `files.append(...)`.

    What a loop over a set collects is left out, as it may be put in order later.
    """
    if not isinstance(made, tree.List) or made.elements:
        return None
    dotted = tree.dotted(node)
    for call in file.tree.own(file.tree.scope(made), tree.Call):
        if not isinstance(call.func, tree.Attribute) or call.func.attr not in ("append", "extend"):
            continue
        if tree.dotted(call.func.value) != dotted or not _may_be(file, call.func.value, made):
            continue
        for loop in [one for one in file.tree.around(call) if isinstance(one, tree.For) and one.start > made.end]:
            source = _source(file, loop.iter, depth + 1)
            if (
                source is not None
                and not _is_set(source)
                and not detect_walks.is_sorted_within(loop, detect_walks.part_of_walk(loop, 1))
            ):
                return source
    return None


def _may_be(file: File, filled: tree.Expression, made: tree.Expression) -> bool:
    """Whether a variable that is filled may be the list that is made there; an attribute always may."""
    if not isinstance(filled, tree.Name):
        return True
    return any(one is None or one.value is made for one in reaching_definitions(file.tree, filled))


def _is_sorted_in_place(file: File, node: tree.Name | tree.Attribute) -> bool:
    """Whether the function, or for an attribute its class, sorts this list in place."""
    part = file.tree.scope(node) if isinstance(node, tree.Name) else file.tree.above(node, tree.ClassDef)
    dotted = tree.dotted(node)
    calls = file.tree.inside(part, tree.Call) if part is not None else []
    return any(
        isinstance(c.func, tree.Attribute) and c.func.attr == "sort" and tree.dotted(c.func.value) == dotted
        for c in calls
    )


def _is_listing(file: File, call: tree.Call) -> bool:
    if file.names.spelled_out(call.func) in _LISTINGS:
        return True
    is_method = isinstance(call.func, tree.Attribute) and call.func.attr in _OF_PATHS
    return is_method and (len(call.args) == 1 if tree.last_name(call.func) != "iterdir" else not call.args)


def _is_set(node: tree.Node) -> bool:
    if isinstance(node, tree.Call):
        return tree.dotted(node.func) in _SETS and bool(node.args)
    return isinstance(node, tree.Set) or (isinstance(node, tree.Comprehension) and node.kind == "set")


def _holds_numbers(file: File, node: tree.Expression) -> bool:
    """Whether a set, or one that is subtracted from it, is made of integers, which have one order."""
    if isinstance(node, tree.Set) and all(tree.integer_literal(one) is not None for one in node.elements):
        return True
    around = file.tree.statement(node)
    return any(tree.last_name(call.func) in _NUMBERS for call in file.tree.inside(around, tree.Call))


def _holds_texts(file: File, node: tree.Expression) -> bool:
    """Whether a set is made of strings, whose hashes differ in each process."""
    calls = file.tree.inside(node, tree.Call)
    is_of_texts = any(tree.last_name(call.func) in _TEXTS or _is_listing(file, call) for call in calls)
    return is_of_texts or bool(file.tree.inside(node, tree.FormattedString))
