"""DataLoaders, and the datasets that they load."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from torchlint.binding.definitions import definitions_from
from torchlint.binding.symbols import Class
from torchlint.binding.unpacked import unpacked
from torchlint.binding.use_def import is_use, reaching_definitions, resolved_expression
from torchlint.domain.values import NO, UNKNOWN, Value, alternatives
from torchlint.finding import Edit
from torchlint.flow.facts import DataLoaderFact, LoopRun
from torchlint.knowledge.meanings import DUMMY
from torchlint.queries.data.batches_by_next import feeding_steps, taken_by_training
from torchlint.queries.data.lightning_loaders import GIVES_TRAINING, given_to_lightning
from torchlint.queries.data.sample_order import is_left_alone, is_mixed_once, mixing_calls
from torchlint.queries.data.samples import gives_tensors
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_TENSORS = "torch.utils.data.TensorDataset"
# Random numbers, and those which are not of Python's own generator: that chooses crops and flips as well.
_DRAWS = re.compile(r"\b(rand|randn|randint|random|normal)\(")
_NOISE = re.compile(rf"(?<![^\w.]random\.){_DRAWS.pattern}")
_GOES_ON = re.compile(r"time.?series|\bstateful|forecast|\bbptt\b", re.IGNORECASE)
# What files about such sequences speak of, and files about any others, too.
_MAY_GO_ON = re.compile(r"\bhidden\b|\bseq_len\b|window", re.IGNORECASE)
# Datasets that come as a stream, in an order of their own.
_STREAMING = re.compile(r"Iterable|stream|webdataset|\bwds\b|interleave|buffer", re.IGNORECASE)
_PARAMETERS = "dataset batch_size shuffle sampler batch_sampler num_workers collate_fn pin_memory drop_last".split()


@query
def _events_by_call(file: File) -> dict[tree.Node, list[DataLoaderFact]]:
    """What is known of the DataLoaders that each call makes."""
    found: dict[tree.Node, list[DataLoaderFact]] = {}
    for fact in file.facts.loaders:
        found.setdefault(fact.node, []).append(fact)
    return found


class LoaderView(CallView):
    """A call that constructs a DataLoader."""

    __slots__ = ()

    @property
    def _events(self) -> list[DataLoaderFact]:
        return _events_by_call(self.file).get(self.node, [])

    def setting(self, name: str) -> ExpressionView | None:
        """The argument for a parameter of DataLoader, by keyword, position or in an unpacked dict that is written here.

        None if it is left out, or comes out of anything else that is unpacked.
        """
        given = self.argument(_PARAMETERS.index(name) if name in _PARAMETERS else -1, name)
        if given is not None or not self.file.holds(self.node):
            return given
        found = unpacked(self.file.tree, self.node, name)
        return ExpressionView(self.file, found) if found is not None else None

    @property
    def name(self) -> str:
        """The name that the loader is assigned to, or the code of the call."""
        named = definitions_from(self.file.tree, self.node)
        return (named[0].name if named else "") or self.text

    @property
    def is_in_memory(self) -> bool:
        """Whether the dataset consists of tensors in memory, so that loading a sample costs nothing."""
        return all(dataset.ref == _TENSORS for dataset in self.whole_datasets)

    @property
    def is_made_anew(self) -> bool:
        """Whether each pass of a loop constructs the loader again, perhaps over data collected in that pass."""
        return self.loop is not None

    @property
    def is_of_old_data(self) -> bool:
        """Whether each pass of a loop constructs it over a dataset that was there before, and stays as it is."""
        dataset = self.setting("dataset")
        return self.loop is not None and dataset is not None and is_left_alone(self.file, dataset.node, self.loop.node)

    @property
    def order(self) -> Literal["dataset", "drawn", "unknown"]:
        """The order of samples: that of the dataset, drawn at random, or unknown."""
        return self._order_of_dataset if self.leaves_out("sampler", "batch_sampler") else "drawn"

    @property
    def perhaps_no_sampler(self) -> ExpressionView | None:
        """The sampler, if it is None on one of the paths to here, on which the dataset's order is kept."""
        sampler = self.setting("sampler")
        if sampler is None or not self.leaves_out("batch_sampler") or self._order_of_dataset != "dataset":
            return None
        nones = [isinstance(way, tree.Constant) and way.value is None for way in _ways(self.file, sampler.node)]
        return sampler if any(nones) and not all(nones) else None

    @property
    def _order_of_dataset(self) -> Literal["dataset", "drawn", "unknown"]:
        """The order of samples without a sampler."""
        given = self.setting("shuffle")
        is_off = given is not None and isinstance(given.node, tree.Constant) and given.node.value in (False, None)
        if not (is_off or self.leaves_out("shuffle")):
            return "drawn"
        if any(value.kind != "dataset" for value in self.whole_datasets):
            return "unknown"
        return "drawn" if any(map(_streams, self.whole_datasets)) else "dataset"

    @property
    def may_read_ahead(self) -> bool:
        """Whether `num_workers=0` is written out, for an IterableDataset, or what may be one, with its own threads."""
        if self.setting("num_workers") is None:
            return False
        return self.has_no_workers and any(v.kind != "dataset" or _streams(v) for v in self.whole_datasets)

    @property
    def is_split_at_random(self) -> bool:
        """Whether it loads a Subset, whose indices may be in any order."""
        return any(value.kind == "dataset" and value.items for value in self.datasets)

    @property
    def may_be_mixed(self) -> bool:
        """Whether code of the file shuffles samples somewhere else, perhaps again for each epoch."""
        return not all(is_mixed_once(self.file, mixing, self.node) for mixing in mixing_calls(self.file))

    @property
    def is_mixed_before(self) -> bool:
        """Whether code of the file shuffles samples."""
        return bool(mixing_calls(self.file))

    @property
    def order_may_matter(self) -> bool:
        """Whether the file is about series over time, so that one batch continues the batch before."""
        return _GOES_ON.search(self.file.text) is not None

    @property
    def carries_a_state(self) -> bool:
        """Whether a model gets a state from the previous batch: `output, hidden = model(rows, hidden)`."""
        loops = {loop.node for loop, _ in self._loops}
        calls = {fact.node for fact in self.file.facts.forwards if any(run.node in loops for run in fact.where.loops)}
        given = (part for call in calls for one in call.args for part in tree.walk(one.value) if self.file.holds(call))
        names = (part for part in given if isinstance(part, tree.Name) and is_use(self.file.tree, part))
        return any(
            one is not None and one.kind == "assignment" and one.node.end > name.start
            for name in names
            for one in reaching_definitions(self.file.tree, name)
        )

    @property
    def is_perhaps_of_a_sequence(self) -> bool:
        """Whether the file is about windows, hidden states or lengths of sequences, whatever they are for."""
        return _MAY_GO_ON.search(self.file.text) is not None

    @property
    def is_perhaps_paired(self) -> bool:
        """Whether a `zip` takes its batches beside others in a fixed order, whose samples may belong to its own."""
        drawn = {loader.node for loader in loaders(self.file) if loader.order == "drawn"}
        zips = (call for call in self.file.tree.all(tree.Call) if tree.dotted(call.func) == "zip")
        for beside in ([self.file.value(one.value).value.source for one in call.args] for call in zips):
            if self.node in beside and any(one is not self.node and one not in drawn for one in beside):
                return True
        return False

    @property
    def is_unshuffled_by_hand(self) -> bool:
        """Whether `shuffle=False` is written for an unknown dataset, with no sign that it is a stream."""
        given, size = self.setting("shuffle"), self.setting("batch_size")
        if given is None or not tree.is_false(given.node) or not self.leaves_out("sampler", "batch_sampler"):
            return False
        if size is not None and isinstance(size.node, tree.Constant) and size.node.value is None:
            return False  # the dataset makes the batches
        return self._order_of_dataset == "unknown" and _STREAMING.search(self.file.text) is None

    @property
    def shuffled(self) -> tuple[Edit, ...]:
        """The edits that add `shuffle=True`."""
        given = self.setting("shuffle")
        if given is None:
            return self.put_last("shuffle=True")
        return given.put("True") if self.file.is_within(given.node, self.node) else ()  # a dict may serve other calls

    @property
    def datasets(self) -> list[Value]:
        """The datasets that it may load, as abstract values."""
        known = [fact.settings.get("dataset", UNKNOWN) for fact in self._events]
        made = self.file.facts.values.get(self.node, UNKNOWN)  # all that is known of one that another file makes
        return [one for value in known or made.items[:1] for one in alternatives(value)]

    @property
    def whole_datasets(self) -> list[Value]:
        """The same, with each Subset replaced by the dataset behind it."""
        return [_whole(dataset) for dataset in self.datasets]

    @property
    def has_no_workers(self) -> bool:
        """Whether it certainly has `num_workers=0` and loads in the main process."""
        given = self.setting("num_workers")
        is_zero = given is not None and isinstance(given.node, tree.Constant) and given.node.value == 0
        return is_zero or self.leaves_out("num_workers")

    @property
    def has_one_process(self) -> bool:
        """Whether it certainly loads in one process: the main one, or a single worker."""
        given = self.setting("num_workers")
        return self.has_no_workers or (
            given is not None and isinstance(given.node, tree.Constant) and given.node.value == 1
        )

    @property
    def has_workers(self) -> bool:
        """Whether it certainly has workers: a number of them is written."""
        given = self.setting("num_workers")
        number = given.is_literally if given is not None else None
        return isinstance(number, int) and number > 0

    def leaves_out(self, *names: str) -> bool:
        """Whether certainly none of these settings is given."""
        return not any(fact.is_open or set(names) & fact.settings.keys() for fact in self._events)

    @property
    def trains(self) -> bool:
        """Whether a loop over its batches trains a model."""
        if self.is_given_to_lightning or any(loop.trains for loop, _ in self._loops):
            return True
        return self._trains_in_a_mix or self._feeds_steps

    @property
    def evaluates(self) -> bool:
        """Whether a loop over its batches calls a model without gradients or in eval mode, and none trains one."""
        return self.evaluates_too and not self.trains

    @property
    def evaluates_too(self) -> bool:
        """Whether such a loop trains nothing, whatever other loops over its batches do."""
        for one in self.file.facts.forwards:
            runs = [run for run in one.where.loops if self.node in run.batches_of]
            if runs and (one.where.grad == NO or one.mode == "eval") and not any(run.trains for run in runs):
                return True
        return False

    @property
    def passes(self) -> list[tree.Node]:
        """The known loops that iterate over its batches."""
        return list(dict.fromkeys(run.node for run, _ in self._loops))

    @property
    def _trains_in_a_mix(self) -> bool:
        """Whether a training loop goes through what an unknown function makes of it: `mix(("train", loader), ...)`."""
        parts = (part for loop in _unknown_training_loops(self.file) for part in tree.walk(loop.iter))
        return any(self._is_held_by(part) for part in parts)

    @property
    def _feeds_steps(self) -> bool:
        """Whether steps of training take its batches by `next`, perhaps out of a generator: `next(cycle(loader))`."""
        if self.node in feeding_steps(self.file):
            return True
        for taken in taken_by_training(self.file):
            made = resolved_expression(self.file.tree, taken)
            given = [argument.value for argument in made.args] if isinstance(made, tree.Call) else []
            if any(self._is_held_by(one) for one in (taken, *given)):
                return True
        return False

    def _is_held_by(self, part: tree.Node) -> bool:
        """Whether an expression is this loader, or an attribute that the class annotates and assigns it to."""
        held = self.file.facts.values.get(part, UNKNOWN)
        is_named = held.source is None and tree.dotted(part) == self.name
        return held.kind == "loader" and (held.source is self.node or is_named)

    @property
    def trains_in_epochs(self) -> bool:
        """Whether several epochs of training iterate over it."""
        return (
            self.is_given_to_lightning
            or any(
                loop.trains and self._is_repeated(around) and not _steps_after(loop, around)
                for loop, around in self._loops
            )
            or (self._feeds_steps and self._is_started_again)
        )

    @property
    def _is_started_again(self) -> bool:
        """Whether its batches begin again after the last: a generator yields them again, or a loop calls `iter`."""
        yields = any(
            self._is_repeated(around) and any(isinstance(node, tree.Yield) for node in tree.walk(loop.node))
            for loop, around in self._loops
        )
        return yields or any(loader.source is self.node for _, loader, _ in self.file.facts.restarts)

    def _is_repeated(self, around: tuple[LoopRun, ...]) -> bool:
        """Whether loops around the one over its batches go over it again, rather than over one made in each pass."""
        made = [fact.where.loops for fact in self._events]
        is_new = any(all(loop in loops for loop in around) for loops in made) and not self.is_of_old_data
        return bool(around) and not is_new

    @property
    def shares_its_loop(self) -> bool:
        """Whether the loop that trains on it also iterates over a shuffled loader, so that one of the two evaluates."""
        loops = {loop.node for loop, _ in self._loops}
        runs = (loop for loop, _ in self.file.facts.loops_over if loop.node in loops)
        others = {made for run in runs if self.node not in run.batches_of for made in run.batches_of}
        return any(loader.node in others and loader.order == "drawn" for loader in loaders(self.file))

    @property
    def is_given_to_lightning(self) -> bool:
        """Whether Lightning trains on it: a `train_dataloader` returns it, or a Trainer's `fit` is given it."""
        function = self.function
        is_made_there = function is not None and function.name == GIVES_TRAINING and function.owner is not None
        return is_made_there or self.node in given_to_lightning(self.file)

    @property
    def _loops(self) -> list[tuple[LoopRun, tuple[LoopRun, ...]]]:
        return [(loop, around) for loop, around in self.file.facts.loops_over if self.node in loop.batches_of]

    @property
    def is_of_noise(self) -> bool:
        """Whether its samples are random numbers, whose order can't matter."""
        made_up = any(value.made_by == DUMMY for value in self.whole_datasets)
        return made_up or any(_NOISE.search(code) for code in self._own_datasets)

    @property
    def draws_in_dataset(self) -> bool:
        """Whether a dataset of the project's draws random numbers, for its samples or only for parts of them."""
        return any(_DRAWS.search(code) for code in self._own_datasets)

    @property
    def _own_datasets(self) -> list[str]:
        """The code of the project's classes of datasets that it may load."""
        whole = self.whole_datasets
        return [value.ref.unit.tree.text_of(value.ref.node) for value in whole if isinstance(value.ref, Class)]


def _steps_after(loop: LoopRun, around: tuple[LoopRun, ...]) -> bool:
    """Whether the gradients of all batches are added up for one step, to which their order makes no difference."""
    return "step" not in loop.did and "backward" in loop.did and any("step" in one.direct_actions for one in around)


def _ways(file: File, node: tree.Node) -> list[tree.Node | None]:
    """What an expression may stand for: the values that a name is given on all ways, both branches of a conditional."""
    if isinstance(node, tree.Name):
        found = [one.value if one is not None else None for one in reaching_definitions(file.tree, node)]
        return [way for value in found for way in (_branches(value) if value is not None else [None])]
    return list(_branches(node))


def _branches(node: tree.Node) -> list[tree.Node]:
    return [node.body, node.orelse] if isinstance(node, tree.Conditional) else [node]


@query
def _unknown_training_loops(file: File) -> list[tree.For]:
    """The loops of steps over what no DataLoader is known to give, in source order."""
    runs = (loop for fact in file.facts.forwards for loop in fact.where.loops if loop.trains_itself and not loop.loader)
    found = dict.fromkeys(loop.node for loop in runs if isinstance(loop.node, tree.For))
    return sorted(found, key=lambda node: node.start)


def yields_tensors(file: File, loop: tree.Node) -> bool:
    """Whether the elements of a loop's batches are certainly tensors, such as rows of a TensorDataset.

    Classes of datasets say it, too: their `__getitem__` returns tensors.
    """
    sources = {made for run, _ in file.facts.loops_over if run.node is loop for made in run.batches_of}
    found = [loader for loader in loaders(file) if loader.node in sources]
    if not sources or len(found) < len(sources):
        return False  # one is created in another file
    return all(
        loader.leaves_out("collate_fn")
        and bool(loader.datasets)
        and all(one.ref == _TENSORS or gives_tensors(file, one) for one in loader.whole_datasets)
        for loader in found
    )


def _streams(dataset: Value) -> bool:
    """Whether a dataset's class is an IterableDataset."""
    cls = dataset.ref
    return isinstance(cls, Class) and any(base.endswith(".IterableDataset") for base in cls.external_bases)


def _whole(value: Value) -> Value:
    """The dataset behind a Subset; any other dataset itself."""
    return _whole(value.items[0]) if value.kind == "dataset" and value.items else value


@query
def loaders(file: File) -> list[LoaderView]:
    """The DataLoaders that a file constructs, in source order."""
    nodes = dict.fromkeys(fact.node for fact in file.facts.loaders)
    return [LoaderView(file, node) for node in sorted(nodes, key=lambda node: node.start)]
