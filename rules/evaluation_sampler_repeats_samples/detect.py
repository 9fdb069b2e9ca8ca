"""DistributedSamplers of evaluations whose numbers are added up over the ranks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import CallView, View, data, distributed
from torchlint.queries.data import LoaderView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SAMPLER = "torch.utils.data.distributed.DistributedSampler"
# What adds up the numbers of all ranks, by its last name: `all_reduce`, `reduce_tensor`, the method of a meter.
_SUMS = re.compile(
    r"^(all_?)?reduce(_|d_|$)|_reduce(_|$)|dist_(sum|mean|avg)|^synchronize_between_processes$", re.IGNORECASE
)
# What cuts repeated samples off, knows them by their number, or asks whether the ranks can share all samples alike.
_KNOWS_REPEATS = re.compile(
    r"\[\s*:\s*-?\s*(len|num|n_|total|size)|unique|duplicat|repeated|padd?ed_samples"
    r"|len\([^()]*\)\s*%|%\s*[\w.]*(world|num_tasks|replicas|get_world_size)"
)
# What says nothing of what the code does: texts and comments.
_WORDS = re.compile(
    r"""(?s)\"{3}.*?\"{3}|'{3}.*?'{3}"""
    r"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\#[^\n]*"""
)


@dataclass(frozen=True, slots=True, eq=False)
class FilledUp(CallView):
    """A call that makes a DistributedSampler for held-out data."""

    sums: str  # what adds up the ranks' numbers, by its last name
    reduction: View | None  # the same, if it is in this file
    is_in_loop: bool  # whether it is called for each batch, so that all ranks need as many
    loader: LoaderView

    @property
    def instead(self) -> str:
        """What to write."""
        given = self.argument(0, "dataset")
        rows = given.text if given is not None and isinstance(given.node, (tree.Name, tree.Attribute)) else "dataset"
        rank, ranks = self._given(2, "rank", "get_rank"), self._given(1, "num_replicas", "get_world_size")
        share = f"give the DataLoader `Subset({rows}, range({rank}, len({rows}), {ranks}))` without a sampler"
        wrapped = self.file.analysis.mentions("DistributedDataParallel")
        steps = ["sum after the loop"] * self.is_in_loop + [share] + ["call the unwrapped model"] * wrapped
        return f"{', '.join(steps[:-1])}, and {steps[-1]}" if len(steps) > 1 else share

    def _given(self, position: int, keyword: str, function: str) -> str:
        """What an argument is, or how to ask for it."""
        given = self.argument(position, keyword)
        is_read = given is not None and not isinstance(given.node, tree.Constant)
        return given.text if given is not None and is_read else f"dist.{function}()"

    @property
    def may_leave_out(self) -> bool:
        """Whether the sampler or its loader may leave the last samples out, which are the repeated ones."""
        size = self.loader.setting("batch_size")
        is_one = size.is_literally == 1 if size is not None else not self.loader.has_stars
        given = [self.argument(5, "drop_last")]
        if not is_one:
            given.append(self.loader.setting("drop_last"))  # batches of one sample are always full
        return self.has_stars or any(one is not None and one.is_literally is not False for one in given)


def filled_up(file: File) -> Iterator[FilledUp]:
    """Each of them whose evaluation is seen, in source order."""
    known = {call.node for call in file.named_calls(_SAMPLER)}
    found: dict[tree.Node, FilledUp] = {}
    for loader in data.loaders(file) if known else ():
        if not file.holds(loader.node):
            continue
        for sampler in distributed.samplers_given(file, loader.node):
            if sampler not in known or sampler in found or not _is_held_out(file, loader, sampler):
                continue  # a class of the project may repeat none
            summed = _reduction(file, loader, sampler)
            if summed is not None:
                reduction, is_in_loop = summed
                here = View(file, reduction) if file.holds(reduction) else None
                found[sampler] = FilledUp(file, sampler, tree.last_name(reduction.func), here, is_in_loop, loader)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _is_held_out(file: File, loader: LoaderView, sampler: tree.Call) -> bool:
    """Whether the loader or its dataset is named for held-out data or is read in order, and nothing trains on it."""
    shuffles, dataset = CallView(file, sampler).argument(3, "shuffle"), CallView(file, sampler).argument(0, "dataset")
    rows = tree.dotted(dataset.node) if dataset is not None else None
    maker = loader.function.name if loader.function is not None and loader.name == loader.text else ""
    names = [loader.name, rows or "", maker]
    is_in_order = shuffles is not None and shuffles.is_literally is False
    if any("train" in name.lower() for name in names) or not (is_in_order or any(map(data.names_held_out, names))):
        return False
    return not loader.trains


def _reduction(file: File, loader: LoaderView, sampler: tree.Call) -> tuple[tree.Call, bool] | None:
    """The call that adds up the ranks' numbers behind a loop over a loader, or else in it, and whether that is in it.

    None where the function of the loop, or that of the sampler, knows of repeated samples, and where the loop does not
    go on to its end, which is where they are.
    """
    if _knows_repeats(file.tree, sampler):
        return None
    for loop in loader.passes:
        unit = file.analysis.unit_of(loop)
        if unit is None or _knows_repeats(unit.tree, loop) or any(isinstance(n, tree.Break) for n in tree.walk(loop)):
            continue
        calls = (call for call in unit.tree.own(unit.tree.scope(loop), tree.Call) if call.start > loop.start)
        summing = (call for call in calls if _sums(file, call))
        first = min(summing, key=lambda call: call.start, default=None)
        if first is not None:
            return first, first.end <= loop.end
    return None


def _sums(file: File, call: tree.Call) -> bool:
    """Whether a call adds up the numbers of all ranks, or a function of the project does that it gives a number."""
    if _SUMS.search(tree.last_name(call.func)):
        return not _keeps_extremes(call)
    functions = file.facts.functions.get(call, ()) if call.args else ()
    return any(one.unit.tree.once(_adds_up_what_it_is_given, one.node) for one in functions)


def _adds_up_what_it_is_given(syntax: tree.Tree, function: tree.Node) -> bool:
    """Whether a function reduces a parameter, or what it makes of one; not gradients, and no number of its own."""
    parameters = {one.name for one in function.parameters} if isinstance(function, tree.FunctionDef) else set()
    calls = (one for one in syntax.inside(function, tree.Call) if tree.last_name(one.func) == "all_reduce")
    for call in calls:
        reduced = tree.positional(call, 0)
        if reduced is None or _keeps_extremes(call):
            continue  # the largest number stays the same, whatever is repeated
        parts = [*tree.walk(reduced), *tree.walk(resolved_expression(syntax, reduced))]
        if any(isinstance(one, tree.Attribute) and one.attr == "grad" for one in parts):
            continue  # no numbers of an evaluation
        if any(isinstance(one, tree.Name) and one.id in parameters for one in parts):
            return True
    return False


def _keeps_extremes(call: tree.Call) -> bool:
    """Whether a reduction takes the largest or smallest number: `op=ReduceOp.MAX`."""
    return any(tree.last_name(one.value) in ("MAX", "MIN") for one in call.args)


def _knows_repeats(syntax: tree.Tree, place: tree.Node) -> bool:
    """Whether the code of the function around a place deals with samples that are given out twice."""
    return _KNOWS_REPEATS.search(_WORDS.sub("", syntax.text_of(syntax.scope(place)))) is not None
