"""DataLoaders of held-out data that drop the last samples of each pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import definitions, use_def
from torchlint.finding import Edit
from torchlint.queries import View
from torchlint.queries.data import LoaderView, loaders, names_held_out, texts_of_program
from torchlint.syntax import tree

from .detect_parts import HELD_OUT, compared, gives, part_given

if TYPE_CHECKING:
    from torchlint.queries import File

_EVALUATES = re.compile(r"\bno_grad\b|\binference_mode\b|\.eval\(\)")

# Classes of datasets that are only for an evaluation: `ImagesVal`, `EvalDataset`, `PairsForTest`.
# `Valid` may mean something else, as in `ValidFrames`, and so may `CrossVal`.
_CLASS_OF_HELD_OUT = re.compile(
    r"(Eval|Evaluation|(?<!Cross)Val|(?<!Cross)Validation|Test)(?=[A-Z\d_]|$)|Valid(?=Data|Set|Split|[\d_]|$)"
)


@dataclass(frozen=True, slots=True, eq=False)
class DroppedLast(View):
    """The place where `drop_last` is True for held-out data: an argument, or an assignment."""

    loader: LoaderView
    part: str  # what callers call the part of the data that an `else:` is for, too: "val"
    is_evaluated: bool  # whether a model is seen to be evaluated with it
    batch_sizes: tuple[tree.Node | None, ...]  # what the batch size may be then; None where it is not written

    @property
    def leaves_none_over(self) -> bool:
        """Whether each batch holds one sample, or is one, or all are in one batch, so that none is left over."""
        return all(
            (isinstance(size, tree.Constant) and size.value in (1, None)) or self._is_of_all(size)
            for size in self.batch_sizes
        )

    def _is_of_all(self, size: tree.Node | None) -> bool:
        """Whether a batch holds the whole dataset: `batch_size=len(dataset)`."""
        dataset = self.loader.setting("dataset")
        given = tree.positional(size, 0) if isinstance(size, tree.Call) and tree.dotted(size.func) == "len" else None
        return given is not None and dataset is not None and tree.dotted(given) == tree.dotted(dataset.node)

    @property
    def is_proven(self) -> bool:
        """Whether a model is evaluated with it, in batches whose size is not a setting of the evaluation's own."""
        if any(isinstance(size, tree.Constant) and size.value == 1 for size in self.batch_sizes):
            return False  # perhaps that of the evaluation
        names = (name for size in self.batch_sizes for name in (tree.dotted(size) or "").split("."))
        return self.is_evaluated and not any(map(names_held_out, names))

    @property
    def gives_one_batch(self) -> bool:
        """Whether the program takes the first batch only: `next(iter(loader))`."""
        return bool(self._reads) and all(self._is_first_batch(read) for read in self._reads)

    @property
    def _is_begun_again(self) -> bool:
        """Whether all that is done with it is to call `iter(loader)`, at two places or more."""
        calls = [self.file.tree.above(read, tree.Call) for read in self._reads]
        return len(calls) > 1 and all(isinstance(one, tree.Call) and tree.dotted(one.func) == "iter" for one in calls)

    @property
    def _reads(self) -> list[tree.Name]:
        """Where the variables that hold it are read; none if something else holds it as well."""
        syntax = self.file.tree
        named = definitions.definitions_from(syntax, self.loader.node)
        names = [one.target for one in named if isinstance(one.target, tree.Name)]
        if len(names) != len(named):
            return []
        return [read for name in names for read in use_def.reads_after(syntax, name, syntax.statement(name))]

    @property
    def part_in_words(self) -> str:
        """The part as a message says it: by its name, or by the argument that asks for it."""
        return f'on "{self.part}"' if self.part in HELD_OUT else f"with `{self.part}`"

    @property
    def never_ends(self) -> bool:
        """Whether all loops over it are repeated in a `while True:`, each time in another order.

        So does a program that takes batches by `next`, and calls `iter(loader)` again where they end.
        """
        passes = self.loader.passes
        if self.loader.order != "drawn":
            return False
        return all(map(self._is_repeated_for_ever, passes)) if passes else self._is_begun_again

    def _is_repeated_for_ever(self, loop: tree.Node) -> bool:
        syntax = self.file.tree
        scope = syntax.scope(loop)
        return any(
            isinstance(outer, tree.While) and tree.is_true(outer.test) and syntax.scope(outer) is scope
            for outer in syntax.around(loop)
        )

    def _is_first_batch(self, read: tree.Name) -> bool:
        calls = [node for node in self.file.tree.around(read) if isinstance(node, tree.Call)]
        return [tree.dotted(call.func) for call in calls[:2]] == ["iter", "next"]

    @property
    def keeping(self) -> tuple[Edit, ...]:
        """The edit that keeps the last samples."""
        given = self.loader.setting("drop_last")
        return given.put("False") if given is not None and isinstance(self.node, tree.Argument) else ()


def dropped_lasts(file: File) -> Iterator[DroppedLast]:
    """Where loaders of held-out data are told to drop the last samples, in source order."""
    for loader in loaders(file):
        given = loader.setting("drop_last")
        if given is None or not file.holds(loader.node):
            continue
        if not loader.leaves_out("batch_sampler"):
            continue
        if isinstance(given.node, tree.Name):
            yield from _by_name(file, loader, given.node)
        elif tree.is_true(given.node) and _is_held_out(file, loader):
            written = _written(file, given.node)
            sizes = tuple(_batch_sizes(file, loader))
            yield DroppedLast(file, written, loader, "", _is_seen_to_evaluate(loader), sizes)
        elif tree.is_true(given.node) and (part := part_given(file, loader)):
            written, sizes = _written(file, given.node), tuple(_batch_sizes(file, loader))
            yield DroppedLast(file, written, loader, part, loader.evaluates_too, sizes)


def _written(file: File, value: tree.Node) -> tree.Node:
    """The argument that gives a value; of a dict that is unpacked, the key."""
    above = file.tree.parents[value]
    if isinstance(above, tree.Dict):
        return next(key for key, one in zip(above.keys, above.values) if one is value and key is not None)
    return above


def _by_name(file: File, loader: LoaderView, name: tree.Name) -> Iterator[DroppedLast]:
    """The assignments of True that reach the loader's `drop_last`, and are for held-out data."""
    reaching = use_def.reaching_definitions(file.tree, name)
    for one in reaching:
        if one is None or one.kind == "parameter" or not tree.is_true(one.value):
            continue
        sizes = tuple(_batch_sizes(file, loader, beside=one.node))
        chosen = _part_chosen(file, one.node)
        if chosen is not None:
            yield DroppedLast(file, one.node, loader, *chosen, sizes)
        elif len(reaching) == 1 and _is_held_out(file, loader):
            yield DroppedLast(file, one.node, loader, "", _is_seen_to_evaluate(loader), sizes)
        elif len(reaching) == 1 and (part := part_given(file, loader)):
            yield DroppedLast(file, one.node, loader, part, loader.evaluates_too, sizes)


def _is_held_out(file: File, loader: LoaderView) -> bool:
    """Whether the name of the loader, its dataset or its function says held-out data, and nothing trains on it."""
    if loader.trains:
        return False
    named = [key] if (key := _key(file, loader)) else []
    named += [one.name for one in definitions.definitions_from(file.tree, loader.node)]
    if any(map(names_held_out, named)):
        return True
    function, dataset = loader.function, loader.setting("dataset")
    maker = function.name if function is not None and not named else ""
    rows = tree.dotted(dataset.node) or "" if dataset is not None else ""
    made = use_def.resolved_expression(file.tree, dataset.node) if dataset is not None else None
    cls = tree.last_name(made.func) if isinstance(made, tree.Call) else ""
    if any("train" in name.lower() for name in named):
        return False
    is_for_it = _CLASS_OF_HELD_OUT.search(cls) is not None and "train" not in cls.lower()
    return names_held_out(maker) or names_held_out(rows) or is_for_it


def _key(file: File, loader: LoaderView) -> str:
    """The key of a loader in a dict that is written out: `{"val": DataLoader(...)}`; empty outside of one."""
    above = file.tree.parents.get(loader.node)
    if not isinstance(above, tree.Dict) or loader.node not in above.values:
        return ""
    return tree.string_of(above.keys[above.values.index(loader.node)]) or ""


def _is_seen_to_evaluate(loader: LoaderView) -> bool:
    """Whether a model is evaluated in a loop over the loader that goes on to its end."""
    return loader.evaluates and not any(isinstance(n, tree.Break) for run in loader.passes for n in tree.walk(run))


def _batch_sizes(file: File, loader: LoaderView, beside: tree.Node | None = None) -> list[tree.Node | None]:
    """What may be given as the batch size; if it is chosen in the same block as `drop_last`, what is chosen there."""
    given = loader.setting("batch_size")
    if given is None:
        return [None] if loader.has_stars else [tree.Constant(0, 0, 1)]
    if not isinstance(given.node, tree.Name):
        return [given.node]
    reaching = use_def.reaching_definitions(file.tree, given.node)
    block = file.tree.block(beside) if beside is not None else []
    near = [one for one in reaching if one is not None and one.node in block]
    return [one.value if one is not None else None for one in near or reaching]


def _part_chosen(file: File, node: tree.Node) -> tuple[str, bool] | None:
    """For a branch that is run for held-out data: which, if it is an `else:`, and whether a model is evaluated with it.

    `if flag == "test":` is such a branch, and so is the `else:` behind it where callers give `flag="val"`.
    """
    settled: set[str] = set()  # names that an inner condition has compared: they are what it says
    for around, side in file.tree.branches(node, tree.If).items():
        asked = compared(around)
        if asked is None or asked[0] in settled:
            continue
        name, part = asked
        if side == "body":
            settled.add(name)
        texts = list(texts_of_program(file))
        if side == "body" and part in HELD_OUT:
            return "", any(gives(text, name, part) and _EVALUATES.search(text) for text in texts)
        known = {part, *_parts_above(file, around)}
        others = (other for other in HELD_OUT if other not in known and side == "orelse")
        given = next((other for other in others if any(gives(text, name, other) for text in texts)), "")
        if given:
            return given, False
    return None


def _parts_above(file: File, node: tree.Node) -> list[str]:
    """The names that the conditions before this `elif` have sorted out."""
    tests = (compared(outer) for outer, side in file.tree.branches(node, tree.If).items() if side == "orelse")
    return [asked[1] for asked in tests if asked is not None]
