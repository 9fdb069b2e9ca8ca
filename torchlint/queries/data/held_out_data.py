"""Data that a program both trains on and validates with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in, definitions_from
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression, uses
from torchlint.knowledge.call_names import SAMPLERS_OF_ALL
from torchlint.knowledge.naming_conventions import BACKWARDS
from torchlint.queries.data import data_loaders
from torchlint.queries.data.same_samples import part_of, same_samples
from torchlint.queries.file import View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_TRAINED = re.compile(r"(^|_)(train|training)($|_|(?=[A-Z]))|^train", re.IGNORECASE)
_HELD_OUT = re.compile(r"(^|_)(val|valid|validation|test|testing|dev|eval)($|_|loader|set|data)", re.IGNORECASE)
_OF_HELD_OUT = re.compile(r"^(val|valid|validation|test)_", re.IGNORECASE)
_VALIDATES = re.compile(
    r"^_*(val|validate|validation|validation_epoch|validate_epoch|eval|evaluate|test)$", re.IGNORECASE
)
_DATA = re.compile(r"loader|data|subset", re.IGNORECASE)
_ON_PURPOSE = re.compile(r"overfit|sanity|debug", re.IGNORECASE)
_CHOOSES = re.compile(r"(?<![a-z])(val|valid|validation|test|dev|eval)(?![a-z])", re.IGNORECASE)  # `data.use("val")`
_NEAR = 250  # characters, about three lines
# The methods by which Lightning's modules and data modules, and transformers' trainers, ask for loaders.
_LOADER_OF_TRAINED = re.compile(r"^(get_)?train_dataloader$")
_LOADER_OF_HELD_OUT = re.compile(r"^(get_)?(val|test|eval)_dataloader$")
# The method of Accelerate that gives back what it is given, wrapped, in the same order.
_PREPARE = "prepare"
# Whose trainers are given datasets under these names, whatever library they are of.
_TRAINERS = ("transformers.", "trl.")


class TrainedOn(View):
    """Validation data that the model is also trained on, at the place that passes it for validation."""

    __slots__ = ("is_proven", "made", "trained")

    def __init__(
        self, file: File, trained: tree.Node | None, held_out: tree.Node, is_proven: bool, made: tree.Node | None = None
    ) -> None:
        super().__init__(file, held_out)
        object.__setattr__(self, "made", made)
        object.__setattr__(self, "trained", View(file, trained) if trained is not None else None)
        object.__setattr__(self, "is_proven", is_proven)

    trained: View | None  # where it is passed for training; None if a class that isn't seen does that
    made: tree.Node | None  # what makes the dataset, where that is not the one that is trained on, of the same samples
    is_proven: bool  # whether both uses are certainly of the same data

    @property
    def is_unpacked(self) -> bool:
        """Whether the places are names that a function's results are unpacked into."""
        return isinstance(self.file.tree.statement(self.node), tree.Assign) and isinstance(
            self.file.tree.parents.get(self.node), tree.Tuple
        )

    @property
    def name(self) -> str:
        """The code of what is used for both: the loader, or the dataset of both loaders."""
        if self.made is not None:
            return View(self.file, self.made).text
        given = _given_dataset(self.node) if isinstance(self.node, tree.Call) else None
        return View(self.file, given).text if given is not None else self.text


@query
def trained_on(file: File) -> Iterator[TrainedOn]:
    """Data that is used for training and for validation, in source order."""
    found = [*_given_twice(file), *_loaded_twice(file), *_unpacked_twice(file), *_by_the_class(file)]
    found += _gone_through_again(file)
    yield from sorted(found, key=lambda use: use.node.start)


def _given_twice(file: File) -> Iterator[TrainedOn]:
    """Calls that get the same data as their training data and as their validation data."""
    for call in file.tree.all(tree.Call):
        if len(call.args) > 1:
            yield from _same_in_call(file, call)


def _same_in_call(file: File, call: tree.Call) -> Iterator[TrainedOn]:
    """By the names of the function's parameters; a function that isn't seen names them by the call's keywords."""
    functions = sorted(file.facts.functions.get(call, ()), key=lambda function: function.node.start)
    given = functions[0].passed_by(call) if functions else tree.given_by_name(call, [])
    trained = [value for name, value in given.items() if _TRAINED.search(name) and not _HELD_OUT.search(name)]
    held_out = [value for name, value in given.items() if _HELD_OUT.search(name) and not _TRAINED.search(name)]
    for one in trained:
        for other in held_out:
            if _stored_in(file, one) and _stored_in(file, one) == _stored_in(file, other):
                is_data = file.value(one).value.kind in ("loader", "dataset") or _is_trainer(file, call)
                if is_data and not _is_on_purpose(file, call) and not _drops_training(file, call):
                    yield TrainedOn(file, one, other, not _mentions_purpose(file, call))


def _drops_training(file: File, call: tree.Call) -> bool:
    """Whether what a call makes of the training data, its first result, is dropped: `_, loader = make(a, a)`."""
    above = file.tree.parents.get(call)
    target = above.targets[0] if isinstance(above, tree.Assign) else None
    first = target.elements[0] if isinstance(target, tree.Tuple) and target.elements else None
    return isinstance(first, tree.Name) and first.id.strip("_") == ""


def _stored_in(file: File, node: tree.Node) -> str:
    """The name, attribute or entry that holds the data: `splits["train"]`; empty for what is made on the spot."""
    if isinstance(node, tree.Subscript) and isinstance(node.index, tree.Constant):
        return file.tree.text_of(node) if tree.dotted(node.value) else ""
    return tree.dotted(node) or ""


def _is_trainer(file: File, call: tree.Call) -> bool:
    """Whether a call makes a trainer of transformers or trl, or one derived from these."""
    cls = file.value(call.func).value.ref
    names = cls.external_bases if isinstance(cls, Class) else (file.names.spelled_out(call.func),)
    return any(name.startswith(_TRAINERS) and name.endswith("Trainer") for name in names)


def _by_the_class(file: File) -> Iterator[TrainedOn]:
    """Methods that a framework calls for loaders: `val_dataloader` that gives one over the training data."""
    for cls in file.tree.all(tree.ClassDef):
        methods = {one.name: one for one in cls.body if isinstance(one, tree.FunctionDef)}
        training = next((one for name, one in methods.items() if _LOADER_OF_TRAINED.search(name)), None)
        trained = _loader_over(file, training) if training is not None else None
        for name, method in methods.items():
            held_out = _loader_over(file, method) if _LOADER_OF_HELD_OUT.search(name) else None
            if held_out is None or _is_on_purpose(file, held_out[0]):
                continue
            loader, place = held_out
            says_training = _TRAINED.search(_last(place)) is not None and not _HELD_OUT.search(_last(place))
            if trained is not None and trained[1] == place:
                yield TrainedOn(file, trained[0], loader, says_training)
            elif training is None and says_training:
                yield TrainedOn(file, None, loader, False)


def _loader_over(file: File, method: tree.FunctionDef) -> tuple[tree.Call, str] | None:
    """The call that makes the loader that a method returns, and the attribute that holds its dataset.

    None for a method that does something else with the dataset: `self.data.use("validation")`.
    """
    made = _returned(file, method)
    used = _dataset(file, made) if made is not None else None
    place = (tree.dotted(used) if used is not None else None) or ""
    mentions = [n for n in tree.walk(method) if isinstance(n, tree.Attribute) and tree.dotted(n) == place]
    return (made, place) if made is not None and place.startswith("self.") and len(mentions) == 1 else None


def _returned(file: File, method: tree.FunctionDef) -> tree.Call | None:
    """The call that makes what a method returns, where it always returns that."""
    returns = list(file.tree.own(method, tree.Return))
    if len(returns) != 1 or returns[0] not in method.body or returns[0].value is None:
        return None
    made = resolved_expression(file.tree, returns[0].value)
    return made if isinstance(made, tree.Call) else None


def _dataset(file: File, made: tree.Call) -> tree.Expression | None:
    """The dataset that a DataLoader, or a function that makes one, is given; none where a sampler picks of it."""
    if any(argument.star or "sampler" in (argument.keyword or "") for argument in made.args):
        return None
    return _given_dataset(made)


def _given_dataset(made: tree.Call) -> tree.Expression | None:
    named = next((argument.value for argument in made.args if argument.keyword == "dataset"), None)
    return named or tree.positional(made, 0)


def _loaded_twice(file: File) -> Iterator[TrainedOn]:
    """DataLoaders over one dataset, one of them named for training and one for validation."""
    loaders = data_loaders.loaders(file)
    whole = [loader for loader in loaders if _takes_all(file, loader)]
    for held_out in whole:
        if not names_held_out(_name(file, held_out)) or _has_targets_beside(file, held_out):
            continue
        mine = held_out.setting("dataset")
        name = tree.dotted(mine.node) if mine is not None else None
        for trained in (*whole, *(loader for loader in loaders if loader not in whole)):
            other = trained.setting("dataset")
            is_same = name and other is not None and tree.dotted(other.node) == name
            if not _TRAINED.search(_last(_name(file, trained))) or trained.function != held_out.function:
                continue
            if mine is not None and other is not None and not is_same and trained in whole:
                if (use := _of_same_samples(file, trained, held_out, mine.node, other.node)) is not None:
                    yield use
                    break
            if not is_same:
                continue  # whatever part of it a sampler picks is in the whole
            if not _is_changed_between(file, trained, held_out, name or "") and not _is_on_purpose(file, held_out.node):
                is_named = _takes_part(file, trained) or bool(_TRAINED.search(_last(name or "")))
                is_proven = is_named and not _mentions_purpose(file, held_out.node)
                yield TrainedOn(file, trained.node, held_out.node, is_proven)
                break


def _takes_all(file: File, loader: data_loaders.LoaderView) -> bool:
    """Whether a loader takes all of its dataset: without a sampler, or with one that goes through a whole dataset."""
    if loader.leaves_out("sampler", "batch_sampler"):
        return True
    sampler = loader.setting("sampler")
    made = resolved_expression(file.tree, sampler.node) if sampler is not None else None
    branches: list[tree.Node | None] = [made.body, made.orelse] if isinstance(made, tree.Conditional) else [made]
    return loader.leaves_out("batch_sampler") and all(_is_of_all(branch) for branch in branches)


def _takes_part(file: File, loader: data_loaders.LoaderView) -> bool:
    """Whether a loader takes some samples of its dataset by their numbers: `sampler=SubsetRandomSampler(indices)`."""
    sampler = loader.setting("sampler")
    made = resolved_expression(file.tree, sampler.node) if sampler is not None else None
    return isinstance(made, tree.Call) and tree.last_name(made.func) == "SubsetRandomSampler"


def _is_of_all(sampler: tree.Node | None) -> bool:
    if isinstance(sampler, tree.Constant):
        return sampler.value is None
    return isinstance(sampler, tree.Call) and tree.last_name(sampler.func) in SAMPLERS_OF_ALL


def _of_same_samples(
    file: File,
    trained: data_loaders.LoaderView,
    held_out: data_loaders.LoaderView,
    mine: tree.Expression,
    other: tree.Expression,
) -> TrainedOn | None:
    """A loader for validation over another dataset of the same samples, or over a part of those that are trained on."""
    if names_held_out(trained.name) or _is_on_purpose(file, held_out.node):
        return None
    if (made := same_samples(file, other, mine)) is not None:
        return TrainedOn(file, trained.node, held_out.node, True, made)
    if (made := part_of(file, other, mine)) is not None:
        return TrainedOn(file, trained.node, held_out.node, tree.last_name(made.func) == "random_split", mine)
    if (made := part_of(file, mine, other)) is not None:  # the whole of which a part is trained on
        return TrainedOn(file, trained.node, held_out.node, tree.last_name(made.func) == "random_split", mine)
    return None


def _gone_through_again(file: File) -> Iterator[TrainedOn]:
    """Loops over the training loader that sum up what is named as a measurement on held-out data."""
    for loop in file.tree.all(tree.For):
        names = [n for n in tree.walk(loop.iter) if isinstance(n, (tree.Name, tree.Attribute))]
        loader = next((n for n in names if "loader" in _last(tree.dotted(n) or "")), None)
        name = _last(tree.dotted(loader) or "") if loader is not None else ""
        if loader is None or not _TRAINED.search(name) or _HELD_OUT.search(name):
            continue
        calls = {tree.last_name(call.func) for call in file.tree.own(loop, tree.Call)}
        if not calls.isdisjoint((*BACKWARDS, "step")) or _is_on_purpose(file, loop):
            continue
        sums = [_last(tree.dotted(one.target) or "") for one in file.tree.own(loop, tree.AugmentedAssign)]
        is_named = all(names_held_out(one) or _OF_HELD_OUT.search(one) for one in sums)
        if sums and (is_named or _is_left_unread(file, loop, loader)):
            yield TrainedOn(file, None, loader, False)


def _is_left_unread(file: File, loop: tree.For, loader: tree.Expression) -> bool:
    """Whether a method that is called validation goes through `self.train_loader`, and nothing reads `val_loader`.

    The class holds such a loader for held-out data all the same.
    """
    method, cls = file.tree.above(loop, tree.FunctionDef), file.tree.above(loop, tree.ClassDef)
    if not isinstance(method, tree.FunctionDef) or not isinstance(cls, tree.ClassDef):
        return False
    if not _VALIDATES.search(method.name) or tree.dotted(loader) != f"self.{_last(tree.dotted(loader) or '')}":
        return False
    own = [n for n in tree.walk(cls) if isinstance(n, tree.Attribute) and tree.dotted(n.value) == "self"]
    held_out = [n for n in own if "loader" in n.attr and names_held_out(n.attr)]
    targets = {part for one in assignments_in(cls) if one.target is not None for part in tree.walk(one.target)}
    return bool(held_out) and targets.issuperset(held_out)


def _unpacked_twice(file: File) -> Iterator[TrainedOn]:
    """One loader that a function returns twice, to names for both: `train_loader, val_loader = loaders(path)`."""
    for assign in file.tree.all(tree.Assign):
        target, call = assign.targets[0], assign.value
        if not isinstance(target, tree.Tuple) or not isinstance(call, tree.Call):
            continue
        named = [(place, tree.dotted(one) or "") for place, one in enumerate(target.elements)]
        trained = [place for place, name in named if _TRAINED.search(_last(name)) and not names_held_out(name)]
        held_out = [place for place, name in named if names_held_out(name)]
        pairs = [(one, other) for other in held_out for one in trained]
        given = _returned_parts(file, call, len(named)) if pairs else []
        for one, other in pairs:
            if given and given[one] is given[other] and _makes_data(given[one]) and not _is_on_purpose(file, assign):
                yield TrainedOn(file, target.elements[one], target.elements[other], True)
                break


def _returned_parts(file: File, call: tree.Call, count: int) -> list[tree.Node]:
    """What makes each part of the tuple that the one function of a call returns last; empty if there is no such."""
    if tree.last_name(call.func) == _PREPARE and len(call.args) == count:
        return [resolved_expression(file.tree, argument.value) for argument in call.args]
    functions = list(file.facts.functions.get(call, ()))
    function = functions[0] if len(functions) == 1 else None
    if function is None or not isinstance(function.node, tree.FunctionDef):
        return []
    syntax = function.unit.tree
    returns = [one.value for one in syntax.own(function.node, tree.Return)]
    parts = returns[0].elements if len(returns) == 1 and isinstance(returns[0], tree.Tuple) else []
    made = [resolved_expression(syntax, part) for part in parts]  # what is not resolved is another node in each place
    return made if len(made) == count else []


def _makes_data(node: tree.Node) -> bool:
    calls = (part for part in tree.walk(node) if isinstance(part, tree.Call))
    return isinstance(node, tree.Call) and any(_DATA.search(tree.last_part(call.func)) for call in calls)


def _has_targets_beside(file: File, held_out: data_loaders.LoaderView) -> bool:
    """Whether each call that is given the loader gets other held-out data as well: `evaluate(test_loader, test_items)`.

    A recommender is asked with what a user has bought, which it was trained on, and judged by what the user buys next.
    """
    named = [one.target for one in definitions_from(file.tree, held_out.node)]
    reads = [read for name in named if isinstance(name, tree.Name) for read in uses(file.tree, name)]
    return bool(reads) and all(_comes_with_held_out(file, read) for read in reads)


def _comes_with_held_out(file: File, read: tree.Name) -> bool:
    given = file.tree.parents.get(read)
    call = file.tree.parents.get(given) if isinstance(given, tree.Argument) else None
    others = [one.value for one in call.args if one is not given] if isinstance(call, tree.Call) else []
    return any(names_held_out(tree.dotted(other) or "") and not _is_loader(file, other) for other in others)


def _is_loader(file: File, node: tree.Expression) -> bool:
    return file.value(node).value.kind == "loader" or "loader" in (tree.dotted(node) or "")


def names_held_out(name: str) -> bool:
    """Whether a name is typical of data that is held out from training: `val_loader`, `self.test_set`."""
    return _HELD_OUT.search(_last(name)) is not None and "train" not in name.lower()


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _is_changed_between(file: File, this: View, other: View, name: str) -> bool:
    """Whether a name is assigned, or its object changed, between two places of a function, or by a loop around one."""
    scope = this.function.node if this.function is not None else file.tree.root
    first, last = sorted((this.node, other.node), key=lambda node: node.start)
    loops = [file.tree.above(place, *tree.Loops, tree.FunctionDef) for place in (first, last)]
    is_looped = any(isinstance(loop, tree.Loops) for loop in loops) and loops[0] is not loops[1]
    targets = [one.target for one in assignments_in(scope) if one.target is not None]
    asked = (one.value for one in file.tree.inside(scope, tree.ExpressionStatement))
    chooses = [one for one in asked if isinstance(one, tree.Call) and _CHOOSES.search(file.tree.text_of(one))]
    called = [one.func for one in chooses if isinstance(one.func, tree.Attribute)]
    return any(
        (is_looped or first.start < place.start < last.start) and f"{tree.dotted(part)}.".startswith(f"{name}.")
        for place in (*targets, *called)
        for part in tree.walk(place)
    )


def _name(file: File, loader: data_loaders.LoaderView) -> str:
    """The name that a loader is assigned to, also behind a function that is given nothing else: `cycle(loader)`."""
    node: tree.Node = loader.node
    while not (named := definitions_from(file.tree, node)):
        above = file.tree.parents.get(node)
        outer = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
        if not isinstance(outer, tree.Call) or len(outer.args) > 1:
            return loader.text
        node = outer
    return named[0].name or loader.text


def _is_on_purpose(file: File, node: tree.Node) -> bool:
    """Whether the function around says at its head, or near a place, that it overfits a few samples on purpose."""
    function = file.tree.above(node, tree.FunctionDef)
    start, head = 0, file.text[:_NEAR]
    if isinstance(function, tree.FunctionDef):
        first = function.body[0]
        start = function.start
        head = file.text[start : first.end if isinstance(first, tree.ExpressionStatement) else first.start]
    near = file.text[max(start, node.start - _NEAR) : node.end + _NEAR]
    tests = [one.test for one in file.tree.around(node) if isinstance(one, (tree.If, tree.Conditional))]
    return any(_ON_PURPOSE.search(text) for text in (head, near, *map(file.tree.text_of, tests)))


def _mentions_purpose(file: File, node: tree.Node) -> bool:
    """Whether the function around mentions such a purpose anywhere, perhaps of something else: `sanity_check(w)`."""
    function = file.tree.above(node, tree.FunctionDef)
    return _ON_PURPOSE.search(file.tree.text_of(function) if function is not None else file.text) is not None
