"""Loaders, samplers, datasets and timings."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    called,
    methods_of,
    operator,
    replaced,
    rewritten_class,
    statements,
    with_argument,
    without_argument,
)

_READS = re.compile(
    r"json\.load|read_csv|read_json|\bnp\.load|pickle\.load|listdir|from_pretrained|\bglob\(|torch\.load"
)
_HANDLES = re.compile(r"h5py\.File|lmdb\.open|sqlite3\.connect|ZipFile\(|tarfile\.open|VideoCapture\(")


def _workers_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """The number of workers is left out where another option needs workers."""
    for place in without_argument("DataLoader", "num_workers", "")(tree):
        if re.search(r"persistent_workers=True|prefetch_factor=\d|multiprocessing_context=['\"]", place.text):
            yield place


def _same_dataset(tree: ast.Module) -> Iterator[Replacement]:
    """`Subset(plain, indices)`, beside `Subset(augmented, others)`, is made of the augmented dataset as well."""
    parts = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) == "Subset" and node.args]
    for part in parts[1:]:
        if ast.unparse(part.args[0]) != ast.unparse(parts[0].args[0]):
            yield replaced(part.args[0], ast.unparse(parts[0].args[0]))


def _weights_of_classes(tree: ast.Module) -> Iterator[Replacement]:
    """`weights[labels]` and `[weights[label] for label in labels]` become `weights`."""
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Assign) else None
        if isinstance(value, ast.ListComp):
            value = value.elt
        if isinstance(node, ast.Assign) and isinstance(value, ast.Subscript) and "weight" in ast.unparse(value.value):
            yield replaced(node.value, ast.unparse(value.value))


def _interpolated_masks(tree: ast.Module) -> Iterator[Replacement]:
    """A mask is resized like an image."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or called(node) not in ("resize", "interpolate") or not node.args:
            continue
        text = ast.unparse(node)
        if re.search("mask|label|target|seg", f"{ast.unparse(node.func)} {ast.unparse(node.args[0])}"):
            changed = re.sub(r"(?<=INTER_)NEAREST", "LINEAR", re.sub(r"(?<=\.)NEAREST", "BILINEAR", text))
            changed = changed.replace("'nearest'", "'bilinear'")
            if changed != text:
                yield replaced(node, changed)


def _without_guard(tree: ast.Module) -> Iterator[Replacement]:
    """What is below `if __name__ == "__main__":` stands at the top level."""
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'":
            yield replaced(node, "\n".join(map(ast.unparse, node.body)))


def _datasets(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """Classes at the top level that have a constructor and `__getitem__`."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and {"__init__", "__getitem__"} <= set(methods_of(node)):
            yield node


def _handles_in_init(tree: ast.Module) -> Iterator[Replacement]:
    """`self.file = None` in the constructor becomes `self.file = h5py.File(...)`, as a later method has it."""
    for node in _datasets(tree):
        methods = methods_of(node)
        opened = {
            ast.unparse(inner.targets[0]): ast.unparse(inner.value)
            for name, one in methods.items()
            for inner in ast.walk(one)
            if name != "__init__" and isinstance(inner, ast.Assign) and _HANDLES.search(ast.unparse(inner.value))
        }
        for inner in ast.walk(methods["__init__"]):
            if isinstance(inner, ast.Assign) and ast.unparse(inner.value) == "None":
                if ast.unparse(inner.targets[0]) in opened:
                    yield replaced(inner.value, opened[ast.unparse(inner.targets[0])])


def _kept_handles(tree: ast.Module) -> Iterator[Replacement]:
    """`with h5py.File(self.path) as file:` in `__getitem__` uses a file that the constructor has opened."""
    for node in _datasets(tree):
        changed = copy.deepcopy(node)
        methods = methods_of(changed)
        for inner in ast.walk(methods["__getitem__"]):
            if isinstance(inner, ast.With) and _HANDLES.match(text := ast.unparse(inner.items[0].context_expr)):
                name = inner.items[0].optional_vars
                if name is not None and set(re.findall(r"self\.(\w+)", text)) and "idx" not in text:
                    methods["__init__"].body.append(ast.parse(f"self.kept_file = {text}").body[0])
                    inner.items[0].context_expr = ast.parse("contextlib.nullcontext(self.kept_file)", mode="eval").body
                    yield rewritten_class(node, changed)
                    break


def _read_for_each_sample(tree: ast.Module) -> Iterator[Replacement]:
    """What the constructor reads, `self.table = json.load(...)`, is read where `__getitem__` uses it."""
    for node in _datasets(tree):
        methods = methods_of(node)
        init = methods["__init__"]
        stored = {
            one.value.id: ast.unparse(one.targets[0])
            for one in init.body
            if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name)
        }
        for one in init.body:
            if not isinstance(one, ast.Assign) or not _READS.search(text := ast.unparse(one.value)):
                continue
            local = {inner.id for inner in ast.walk(init) if isinstance(inner, ast.Name) and inner.id != "self"}
            local &= {a.arg for a in init.args.args} | {
                n.id for n in ast.walk(init) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            }
            for name in local:
                text = re.sub(rf"(?<![\w.]){name}\b(?!=[^=])", stored.get(name, "?"), text)
            for use in ast.walk(methods["__getitem__"]):
                if (
                    isinstance(use, ast.Attribute)
                    and ast.unparse(use) == ast.unparse(one.targets[0])
                    and "?" not in text
                ):
                    yield replaced(use, text)
                    break


def _iterators_made_again(tree: ast.Module) -> Iterator[Replacement]:
    """`next(batches)` becomes `next(iter(loader))`."""
    made = {
        ast.unparse(node.targets[0]): ast.unparse(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and called(node.value) == "iter"
    }
    for loop in ast.walk(tree):
        if isinstance(loop, (ast.For, ast.While)):
            for node in ast.walk(loop):
                if isinstance(node, ast.Call) and called(node) == "next" and ast.unparse(node.args[0]) in made:
                    yield replaced(node, f"next({made[ast.unparse(node.args[0])]})")


def _not_sorted(tree: ast.Module) -> Iterator[Replacement]:
    """`sorted(os.listdir(path))` becomes `list(os.listdir(path))`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) == "sorted" and len(node.args) == 1:
            if re.match(r"(list\()?(set\(|os\.listdir|glob|.*\.glob\(|.*iterdir\()", ast.unparse(node.args[0])):
                yield replaced(node.func, "list")


OPERATORS = (
    operator("shuffle left out", "train-loader-not-shuffled", without_argument("DataLoader", "shuffle", "True")),
    operator("not synchronized", "benchmark-without-synchronize", statements("synchronize"), r"time\."),
    operator("workers left out", "loader-option-without-workers", _workers_left_out),
    operator("parts of one dataset", "subset-shares-transform", _same_dataset, "[Tt]ransform"),
    operator(
        "split without generator", "random-split-without-generator", without_argument("random_split", "generator", "")
    ),
    operator("weights of classes", "weighted-sampler-class-weights", _weights_of_classes, "WeightedRandomSampler"),
    operator("mask interpolated", "mask-resized-with-interpolation", _interpolated_masks),
    operator("no main guard", "loader-needs-main-guard", _without_guard, "num_workers"),
    operator("handle opened in __init__", "h5-or-db-handle-opened-in-init", _handles_in_init),
    operator("handle kept by __init__", "h5-or-db-handle-opened-in-init", _kept_handles),
    operator("read for each sample", "expensive-getitem", _read_for_each_sample),
    operator("iterator made again", "dataloader-recreated-in-loop", _iterators_made_again, "backward"),
    operator("not sorted", "unordered-samples", _not_sorted),
    operator(
        "iterable not sharded",
        "iterable-dataset-not-sharded",
        with_argument("DataLoader", "num_workers", "4"),
        r"\(.*IterableDataset\):",
    ),
)
