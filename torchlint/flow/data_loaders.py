"""Construction of DataLoaders and datasets with their settings, and loaders that are restarted."""

from __future__ import annotations

from torchlint.domain.joins import listed
from torchlint.domain.values import UNKNOWN, Value
from torchlint.flow.facts import DataLoaderFact
from torchlint.flow.interpreter import evaluate
from torchlint.flow.state import Frame
from torchlint.knowledge.meanings import DUMMY
from torchlint.syntax import tree

# In the order in which torch.utils.data.DataLoader takes them.
_SETTINGS = """dataset batch_size shuffle sampler batch_sampler num_workers collate_fn pin_memory drop_last timeout
    worker_init_fn multiprocessing_context generator""".split()
_TRANSFORMS = frozenset(("transform", "transforms", "target_transform"))
SUBSET = "torch.utils.data.Subset"


def made_loader(frame: Frame, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """A DataLoader, which is recorded with its settings."""
    settings = {**dict(zip(_SETTINGS, args)), **keywords}
    if frame.interpreter.records_facts and frame.unit.is_target:
        frame.interpreter.facts.loaders.append(DataLoaderFact(node, settings, _is_open(frame, node), frame.where))
    return Value("loader", ref=name, items=(settings.get("dataset", UNKNOWN),), source=node)


def _is_open(frame: Frame, node: tree.Call) -> bool:
    """Whether a call unpacks arguments from a container that is not fully known."""
    for argument in node.args:
        given = frame.interpreter.facts.values.get(argument.value, UNKNOWN)
        if argument.star and not (given.kind == "tuple" or (given.kind == "dict" and "*" not in given.entries)):
            return True
    return False


def made_dataset(name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """A dataset of PyTorch or torchvision; a Subset refers to its whole dataset."""
    whole = args[0] if args else keywords.get("dataset", UNKNOWN)
    noise = DUMMY if whole.made_by == DUMMY else ""
    return Value("dataset", made_by=noise, ref=name, items=(whole,) if name == SUBSET else (), source=node)


def made_parts(args: list[Value], keywords: dict[str, Value], node: tree.Call) -> Value:
    """The Subsets that random_split returns, as many as there are lengths."""
    whole = args[0] if args else keywords.get("dataset", UNKNOWN)
    lengths = node.args[1].value if len(node.args) > 1 else None
    count = len(lengths.elements) if isinstance(lengths, (tree.List, tree.Tuple)) else 0
    parts = [Value("dataset", ref=SUBSET, items=(whole,), source=node) for _ in range(count or 2)]
    return Value("tuple", items=tuple(parts)) if count else listed(parts)


def note_part_write(frame: Frame, target: tree.Attribute, owner: Value) -> None:
    """Record an assignment to the transform of a Subset, or of the dataset behind it."""
    if target.attr not in _TRANSFORMS or owner.kind != "dataset" or not frame.interpreter.records_facts:
        return
    part = owner
    if isinstance(target.value, tree.Attribute) and target.value.attr == "dataset":
        part = evaluate(frame, target.value.value)
        if tree.dotted(target.value) in frame.scope.names or not part.items or part.items[0] is not owner:
            return  # a copy that is this part's own
    if part.ref == SUBSET and frame.unit.is_target:
        frame.interpreter.facts.part_writes.append((target, part))


def note_next(frame: Frame, node: tree.Call, loader: Value) -> None:
    """Record that a loop takes a batch by `next`."""
    if loader.kind == "loader" and frame.loops and frame.interpreter.records_facts:
        frame.interpreter.facts.batches_taken.append((node, frame.loops[-1], loader))


def note_restart(frame: Frame, node: tree.Call, iterated: Value) -> None:
    """Record that a loop creates an iterator of a DataLoader."""
    if iterated.kind == "loader" and frame.loops and frame.interpreter.records_facts:
        frame.interpreter.facts.restarts.append((node, iterated, frame.where))
