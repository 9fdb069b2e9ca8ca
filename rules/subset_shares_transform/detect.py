"""Parts of one dataset with random transforms, of which one is held out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to, definitions_from
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.knowledge.augmentations import is_random_transform
from torchlint.queries import CallView, View, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_HELD_OUT = re.compile(r"(^|_)(val|valid|validation|test|testing|eval)($|_|set|data)", re.IGNORECASE)
_LOADER = "torch.utils.data.DataLoader"
_SUBSET, _SPLIT = "torch.utils.data.Subset", "torch.utils.data.random_split"


@dataclass(frozen=True, slots=True, eq=False)
class AugmentedPart(View):
    """The call that makes a held-out part of a dataset whose samples are augmented."""

    held_out: str  # its name
    transform: View  # one that draws what it does
    is_proven: bool  # whether it surely augments, and what is held out is surely evaluated


def augmented_parts(file: File) -> Iterator[AugmentedPart]:
    """Held-out parts of datasets whose transform is random, while other parts are for training; in source order."""
    if any(_writes(target) for assign in file.tree.all(tree.Assign) for target in assign.targets):
        return  # set for one part later, or the part gets a dataset of its own
    made = [call for call in file.named_calls(_SUBSET, _SPLIT) if tree.positional(call.node, 0) is not None]
    made += [call for call in file.named_calls(_LOADER) if _takes_part(file, call)]
    whole = {call.node: _definitions(file, tree.positional(call.node, 0)) for call in made}
    for call in made:
        names = _names_given(file, call.node)
        of_the_same = [other.node for other in made if whole[other.node] == whole[call.node] != ()]
        others = [name for node in of_the_same for name in _names_given(file, node)]
        held_out = next((name for name in names if _is_held_out(name)), "")
        trained = next((name for name in others if not _is_held_out(name)), "")
        drawn = [_random_in(file, one) for one in whole[call.node]]
        first = next((one for one in drawn if one is not None), None)
        if held_out and trained and first is not None:
            are_torchvisions = all(_is_of_torchvision(file, one) for one in whole[call.node])
            is_part = tree.last_name(call.node.func) != "DataLoader"  # of a loader, no loop is looked at
            sure = (
                is_part and all(drawn) and are_torchvisions and _are_used_as_named(file, call.node, held_out, trained)
            )
            yield AugmentedPart(file, call.node, held_out, View(file, first), sure)


def _takes_part(file: File, call: CallView) -> bool:
    """Whether a DataLoader takes some samples of a dataset by their numbers: `sampler=SubsetRandomSampler(indices)`."""
    sampler = call.argument(4, "sampler")
    made = resolved_expression(file.tree, sampler.node) if sampler is not None else None
    is_part = isinstance(made, tree.Call) and tree.last_name(made.func) == "SubsetRandomSampler"
    return is_part and tree.positional(call.node, 0) is not None


def _is_of_torchvision(file: File, made: tree.Expression) -> bool:
    """Whether a dataset is torchvision's, which applies what it is given; one of the project may decide otherwise."""
    return isinstance(made, tree.Call) and file.names.spelled_out(made.func).startswith("torchvision.datasets.")


def _writes(target: tree.Expression) -> bool:
    """Whether an assignment sets `x.transform` of something that is not `self`, or `part.dataset`."""
    if not isinstance(target, tree.Attribute) or tree.dotted(target.value) == "self":
        return False
    return target.attr in ("dataset", "transform", "transforms")


def _definitions(file: File, node: tree.Expression | None) -> tuple[tree.Expression, ...]:
    """The calls that may have made the dataset of a part; none where one is not a call."""
    if isinstance(node, tree.Attribute):
        cls, dotted = file.tree.above(node, tree.ClassDef), tree.dotted(node) or ""
        is_own = cls is not None and dotted.startswith("self.")
        found = [one.value for one in assignments_to(file.tree, cls, dotted)] if cls is not None and is_own else []
    elif isinstance(node, tree.Name):
        found = [one.value if one is not None else None for one in reaching_definitions(file.tree, node)]
    else:
        return ()
    calls = tuple(one for one in found if isinstance(one, tree.Call))
    return calls if len(calls) == len(found) else ()


def _names_given(file: File, call: tree.Call) -> list[str]:
    """The names of the parts that a call makes."""
    return _names_in(file.tree, call) or [
        name for syntax, one in _callers(file, call) for name in _names_in(syntax, one)
    ]


def _callers(file: File, call: tree.Call) -> Iterator[tuple[tree.Tree, tree.Call]]:
    """The calls of the function that returns just what a call makes, in this file and in those that import it."""
    maker = file.tree.above(call, tree.FunctionDef)
    if not isinstance(file.tree.parents[call], tree.Return) or not isinstance(maker, tree.FunctionDef):
        return
    for syntax in (file.tree, *data.trees_of_users(file, maker.name)):
        yield from ((syntax, one) for one in syntax.calls_named(maker.name) if tree.last_part(one.func))


def _names_in(syntax: tree.Tree, call: tree.Call) -> list[str]:
    whole = [one.name for one in definitions_from(syntax, call) if one.name]
    if whole:
        return whole
    above = syntax.parents[call]
    targets = above.targets if isinstance(above, tree.Assign) else []
    parts = [part for t in targets if isinstance(t, (tree.Tuple, tree.List)) for part in t.elements]
    return [name for part in parts if (name := tree.dotted(part))]


def _is_held_out(name: str) -> bool:
    return _HELD_OUT.search(name.rpartition(".")[2]) is not None and "train" not in name.lower()


def _random_in(file: File, made: tree.Node, depth: int = 0) -> tree.Call | None:
    """A random transform among the arguments of a call, through names for them."""
    for node in tree.walk(made):
        if isinstance(node, tree.Call) and is_random_transform(file.names.spelled_out(node.func)):
            if not any(a.keyword == "p" and _is_zero(a.value) for a in node.args):
                return node
        if isinstance(node, tree.Call) and depth < 3:
            inner = (_random_in(file, one, depth + 1) for one in _returned(file, node))
            if drawn_there := next((one for one in inner if one is not None), None):
                return drawn_there
        if isinstance(node, tree.Name) and depth < 3:
            found = [one.value for one in reaching_definitions(file.tree, node) if one and one.value is not None]
            drawn = [_random_in(file, one, depth + 1) for one in found]
            if first := next((one for one in drawn if one is not None), None):
                return first
    return None


def _returned(file: File, call: tree.Call) -> list[tree.Expression]:
    """What the one function of this file that a call leads to returns."""
    functions = list(file.facts.functions.get(call, ()))
    if len(functions) != 1 or not file.holds(functions[0].node):
        return []
    returns = file.tree.own(functions[0].node, tree.Return)
    return [one.value for one in returns if one.value is not None] if len(returns) == 1 else []


def _is_zero(node: tree.Expression) -> bool:
    return isinstance(node, tree.Constant) and node.value == 0


def _are_used_as_named(file: File, call: tree.Call, held_out: str, trained: str) -> bool:
    """Whether the code around trains on a loader over one part, and goes through one over the other without."""
    trains: dict[str | None, bool] = {}
    for loader in data.loaders(file):
        given = loader.setting("dataset")
        loops = [loop for loop, _ in file.facts.loops_over if loader.node in loop.batches_of]
        is_gone_through = bool(loops) or isinstance(file.tree.parents[loader.node], tree.Clause)
        if given is not None and is_gone_through and file.tree.scope(loader.node) is file.tree.scope(call):
            trains[tree.dotted(given.node)] = any(loop.trains for loop in loops)
    return trains.get(trained) is True and trains.get(held_out) is False
