"""Seeds, and generators of random numbers."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    called,
    inserted,
    method,
    methods_of,
    operator,
    replaced,
    rewritten_class,
    with_argument,
)

_DRAWS = re.compile(
    r"\b(np\.random|numpy\.random|random)\.(rand\w*|uniform|choice|shuffle|normal|random|permutation)\("
)


def _unseeded_generators(tree: ast.Module) -> Iterator[Replacement]:
    """`torch.Generator().manual_seed(n)` becomes `torch.Generator()`, and `generator.manual_seed(n)` is left out."""
    made = {
        ast.unparse(node.targets[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and called(node.value) == "Generator"
    }
    whole = {id(node.value): node for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        call = method(node, "manual_seed")
        if call is None or not isinstance(call.func, ast.Attribute):
            continue
        receiver = ast.unparse(call.func.value)
        if called(call.func.value) == "Generator":
            yield replaced(call, receiver)
        elif receiver in made:
            yield replaced(whole[id(call)], "pass") if id(call) in whole else replaced(call, receiver)


def _functions_overwritten(tree: ast.Module) -> Iterator[Replacement]:
    """`np.random.seed(n)` becomes `np.random.seed = n`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and len(node.value.args) == 1:
            function = ast.unparse(node.value.func)
            if function in ("np.random.seed", "random.seed", "torch.manual_seed"):
                yield replaced(node, f"{function} = {ast.unparse(node.value.args[0])}")


def _seeded_samples(tree: ast.Module) -> Iterator[Replacement]:
    """A dataset that draws seeds the generator first, in `__getitem__`."""
    for node in ast.walk(tree):
        one = methods_of(node).get("__getitem__") if isinstance(node, ast.ClassDef) else None
        if one is not None and (draw := _DRAWS.search(ast.unparse(one))):
            yield inserted(one.body[0], f"{draw[1]}.seed(0)")


def _seeded_epochs(tree: ast.Module) -> Iterator[Replacement]:
    """A loop over epochs seeds in each of them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and re.fullmatch(r"epochs?|ep|epoch_\w+", ast.unparse(node.target)):
            if re.search(r"backward\(|train\w*\(", ast.unparse(node)):
                yield inserted(node.body[0], "torch.manual_seed(0)")


def _seed_of_all_ranks(tree: ast.Module) -> Iterator[Replacement]:
    """`seed + rank` becomes `seed`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = ast.unparse(node.left), ast.unparse(node.right)
            if "seed" in left and re.search("rank", right) and "rank" not in left:
                yield replaced(node, left)
            elif "seed" in right and re.search("rank", left) and "rank" not in right:
                yield replaced(node, right)


def _seed_of_parent(tree: ast.Module) -> Iterator[Replacement]:
    """Only the parent seeds before it spawns processes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and re.match(r"(torch\.multiprocessing|mp)\.spawn\(", ast.unparse(node)):
            if not re.search(r"seed\(", ast.unparse(tree)):
                yield inserted(node, "torch.manual_seed(0)")


def _generators_of_datasets(tree: ast.Module) -> Iterator[Replacement]:
    """A dataset draws from a generator that its constructor makes."""
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or not re.search("Dataset", " ".join(map(ast.unparse, node.bases))):
            continue
        changed = copy.deepcopy(node)
        methods = methods_of(changed)
        draw = _DRAWS.search(ast.unparse(methods["__getitem__"])) if "__getitem__" in methods else None
        if draw is None or "__init__" not in methods:
            continue
        maker = "random.Random(0)" if draw[1] == "random" else f"{draw[1]}.RandomState(0)"
        methods["__init__"].body.append(ast.parse(f"self.drawn_from = {maker}").body[0])
        for inner in ast.walk(methods["__getitem__"]):
            if isinstance(inner, ast.Attribute) and ast.unparse(inner.value) == draw[1]:
                inner.value = ast.parse("self.drawn_from", mode="eval").body
        yield rewritten_class(node, changed)


def _flags_in_conflict(tree: ast.Module) -> Iterator[Replacement]:
    """`cudnn.benchmark = False` becomes `= True`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and re.fullmatch(r".*cudnn\.benchmark = False", ast.unparse(node)):
            yield replaced(node.value, "True")


OPERATORS = (
    operator("generator not seeded", "unseeded-generator", _unseeded_generators),
    operator("function overwritten", "seed-function-overwritten", _functions_overwritten),
    operator("samples seeded", "seed-inside-hot-path", _seeded_samples),
    operator("epochs seeded", "seed-inside-hot-path", _seeded_epochs, "import torch\n"),
    operator("one seed for all ranks", "same-seed-on-every-rank", _seed_of_all_ranks),
    operator("parent seeds", "seed-lost-in-spawned-processes", _seed_of_parent, "import torch\n"),
    operator("generator copied to workers", "worker-rng-object-copied", _generators_of_datasets),
    operator(
        "workers seeded by number",
        "worker-init-fixed-seed",
        with_argument("DataLoader", "worker_init_fn", "lambda worker: np.random.seed(worker)", "shuffle=True"),
        "import numpy as np",
    ),
    operator("cudnn flags in conflict", "cudnn-flags-conflict", _flags_in_conflict, r"cudnn\.deterministic = True"),
)
