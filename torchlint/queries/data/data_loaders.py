"""DataLoaders and the datasets behind them, as rules see them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from torchlint.binding.symbols import Class
from torchlint.domain.values import UNKNOWN, Value
from torchlint.finding import Edit
from torchlint.flow.facts import LoaderEvent, LoopRun
from torchlint.knowledge.operations import DUMMY
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_TENSORS = "torch.utils.data.TensorDataset"
# Where samples are put into another order before a loader gets them.
_MIXES = re.compile(r"\bshuffle\(|permutation\(|randperm\(|train_test_split|random_split|\.sample\(|KFold")
_NOISE = re.compile(r"\b(rand|randn|randint|random|normal)\(")
_GOES_ON = re.compile(r"time.?series|\bstateful|\bhidden\b|forecast|\bbptt\b|\bseq_len\b|window", re.IGNORECASE)
# What a Lightning module or data module gives its training under this name.
_GIVES_TRAINING = "train_dataloader"


class LoaderView(CallView):
    """A call that makes a DataLoader."""

    __slots__ = ()

    @property
    def _events(self) -> list[LoaderEvent]:
        return [event for event in self.file.facts.loaders if event.node is self.node]

    def setting(self, name: str) -> ExpressionView | None:
        """What the call gives for one of its parameters; None where it leaves it out, or takes it out of a dict."""
        position = ("dataset", "batch_size", "shuffle", "sampler", "batch_sampler", "num_workers").index(name)
        return self.argument(position, name)

    def value_of(self, name: str) -> Value:
        """What is known of a setting, whichever way the loader is given it; unknown where ways differ."""
        given = [event.settings.get(name, UNKNOWN) for event in self._events]
        return given[0] if given and all(value is given[0] for value in given) else UNKNOWN

    @property
    def name(self) -> str:
        """What it is assigned to, or the call itself."""
        statement = self.file.tree.statement(self.node)
        targets = statement.targets if isinstance(statement, tree.Assign) and statement.value is self.node else []
        return (tree.dotted(targets[0]) if targets else None) or self.text

    @property
    def is_in_memory(self) -> bool:
        """Whether all that it loads is tensors, which are there already."""
        return all(dataset.ref == _TENSORS for dataset in self.whole_datasets)

    @property
    def is_made_anew(self) -> bool:
        """Whether each pass of a loop makes one, of what it has just collected."""
        return self.loop is not None

    @property
    def order(self) -> Literal["dataset", "drawn", "unknown"]:
        """In which order samples come: in that of a dataset with indices, or in one that is drawn."""
        given = self.setting("shuffle")
        is_off = given is not None and isinstance(given.node, tree.Constant) and given.node.value in (False, None)
        if not self.leaves_out("sampler", "batch_sampler") or not (is_off or self.leaves_out("shuffle")):
            return "drawn"
        whole = self.whole_datasets
        if any(value.kind != "dataset" for value in whole):
            return "unknown"
        classes = [value.ref for value in whole if isinstance(value.ref, Class)]
        streams = any(base.endswith(".IterableDataset") for cls in classes for base in cls.external_bases)
        return "drawn" if streams else "dataset"

    @property
    def is_split_at_random(self) -> bool:
        """Whether it loads a part of a dataset that indices pick, which may be in any order."""
        return any(value.kind == "dataset" and value.items for value in self.datasets)

    @property
    def may_be_mixed(self) -> bool:
        """Whether the file's code puts samples into another order somewhere."""
        return _MIXES.search(self.file.text) is not None

    @property
    def order_may_matter(self) -> bool:
        """Whether the file is about sequences, of which each batch may go on with the one before."""
        return _GOES_ON.search(self.file.text) is not None

    @property
    def shuffled(self) -> tuple[Edit, ...]:
        """The edits that make it draw its order."""
        given = self.setting("shuffle")
        return given.put("True") if given is not None else self.put_last("shuffle=True")

    @property
    def datasets(self) -> list[Value]:
        """What it may load."""
        return [event.settings.get("dataset", UNKNOWN) for event in self._events]

    @property
    def whole_datasets(self) -> list[Value]:
        """What it may load parts of: the dataset behind each Subset."""
        return [_whole(dataset) for dataset in self.datasets]

    @property
    def has_no_workers(self) -> bool:
        """Whether it surely loads in the process that asks for its batches."""
        given = self.setting("num_workers")
        is_zero = given is not None and isinstance(given.node, tree.Constant) and given.node.value == 0
        return is_zero or self.leaves_out("num_workers")

    @property
    def has_one_process(self) -> bool:
        """Whether it surely loads in one process, its own or that of a single worker."""
        given = self.setting("num_workers")
        return self.has_no_workers or (
            given is not None and isinstance(given.node, tree.Constant) and given.node.value == 1
        )

    def leaves_out(self, *names: str) -> bool:
        """Whether none of these settings can have been given."""
        return not any(event.is_open or set(names) & event.settings.keys() for event in self._events)

    @property
    def trains(self) -> bool:
        """Whether batches of it are seen to be trained on."""
        return self._is_given_to_lightning or any(loop.trains for loop, _ in self._loops)

    @property
    def trains_in_epochs(self) -> bool:
        """Whether it is seen to be gone through again and again in training."""
        return self._is_given_to_lightning or any(loop.trains and is_repeated for loop, is_repeated in self._loops)

    @property
    def shares_its_loop(self) -> bool:
        """Whether the loop that trains on it also goes over a loader that draws its order: one of them evaluates."""
        loops = {loop.node for loop, _ in self._loops}
        others = {loop.batches_of for loop, _ in self.file.facts.loops_over if loop.node in loops} - {self.node}
        return any(loader.node in others and loader.order == "drawn" for loader in loaders(self.file))

    @property
    def _is_given_to_lightning(self) -> bool:
        function = self.function
        return function is not None and function.name == _GIVES_TRAINING and function.owner is not None

    @property
    def _loops(self) -> list[tuple[LoopRun, bool]]:
        return [(loop, again) for loop, again in self.file.facts.loops_over if loop.batches_of is self.node]

    @property
    def is_of_noise(self) -> bool:
        """Whether its samples are drawn at random, and so in no order."""
        whole = self.whole_datasets
        codes = (v.ref.unit.tree.text_of(v.ref.node) for v in whole if isinstance(v.ref, Class))
        return any(value.made_by == DUMMY for value in whole) or any(_NOISE.search(code) for code in codes)


class Restart(CallView):
    """A call of `iter` that begins a DataLoader again in each pass of the loop that it stands in."""

    __slots__ = ()

    @property
    def loader(self) -> ExpressionView:
        return ExpressionView(self.file, self.node.args[0].value)

    @property
    def is_for_one_batch(self) -> bool:
        """Whether only the first batch is taken: `next(iter(loader))`."""
        above = self.file.tree.parents.get(self.node)
        if isinstance(above, tree.Argument):
            above = self.file.tree.parents.get(above)
        return isinstance(above, tree.Call) and tree.dotted(above.func) == "next"

    @property
    def is_in_training(self) -> bool:
        """Whether each pass of the loop around is a step of training."""
        around = self.loop.node if self.loop is not None else None
        runs = (loop for node, _, where in self.file.facts.restarts if node is self.node for loop in where.loops)
        return any(loop.node is around and loop.trains_itself for loop in runs)

    @property
    def is_of_another(self) -> bool:
        """Whether the loop makes the loader that it begins, or gets it from somewhere in each pass."""
        around, source = self.loop, self.loader.value.source
        if around is None or (source is not None and View(self.file, source).is_inside(around)):
            return True
        names = {n.id for n in tree.walk(self.loader.node) if isinstance(n, tree.Name)}
        bound = (n for n in tree.walk(around.node) if isinstance(n, (tree.Assign, tree.For)))
        targets = (t for n in bound for t in (n.targets if isinstance(n, tree.Assign) else [n.target]))
        return any(isinstance(n, tree.Name) and n.id in names for target in targets for n in tree.walk(target))


@query
def loader_restarts(file: File) -> list[Restart]:
    """Where a loop begins a DataLoader, in source order."""
    nodes = dict.fromkeys(node for node, _, _ in file.facts.restarts if file.holds(node))
    return [Restart(file, node) for node in sorted(nodes, key=lambda node: node.start)]


def _whole(value: Value) -> Value:
    """The dataset that a Subset is a part of; itself for another one."""
    return _whole(value.items[0]) if value.kind == "dataset" and value.items else value


@query
def loaders(file: File) -> list[LoaderView]:
    """The DataLoaders that a file makes, in source order."""
    nodes = dict.fromkeys(event.node for event in file.facts.loaders)
    return [LoaderView(file, node) for node in sorted(nodes, key=lambda node: node.start)]
