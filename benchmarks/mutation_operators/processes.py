"""What several processes share: the model, the data, the numbers, and when they wait for each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    blocks,
    called,
    each,
    functions,
    method,
    operator,
    replaced,
    statements,
    without_argument,
)

_COLLECTIVES = ("all_reduce", "all_gather", "barrier", "broadcast", "reduce", "gather")
_RANK = "torch.distributed.get_rank()"
_FIRST = re.compile(r"rank\b.*== 0|rank in [\[(]|not \w*\.?(local_)?rank\b|is_main|is_master")
_PROCESSES = re.compile(r"is_initialized|is_dist|world_size|distributed|mpi_size", re.IGNORECASE)
_EVALUATES = re.compile(r"val|test", re.IGNORECASE)
_DDP = r"DistributedDataParallel|DDP\b"
_OF_MODULES = re.compile(
    r"state_dict|load_state_dict|parameters|named_\w+|train|eval|to|cuda|cpu|half|float|children|modules|apply|zero_grad|"
    r"forward|requires_grad_|training|buffers|register_\w+|module|no_sync|__\w+__"
)


def _wraps(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and called(node.value) in ("DistributedDataParallel", "DDP")


def _is_collective(node: ast.AST) -> bool:
    call = method(node, *_COLLECTIVES)
    return call is not None and "dist" in ast.unparse(call.func)


def _wrapped_state(node: ast.AST) -> str | None:
    """`model.module.state_dict()` and `model_without_ddp.state_dict()` become `model.state_dict()`."""
    call = method(node, "state_dict")
    bare = _bare(call.func.value) if call is not None and isinstance(call.func, ast.Attribute) else None
    return f"{bare}.state_dict()" if bare else None


def _bare(node: ast.expr) -> str | None:
    """What holds the wrapper of a model without a wrapper."""
    if isinstance(node, ast.Attribute) and node.attr == "module":
        return ast.unparse(node.value)
    return node.id.removesuffix("_without_ddp") if isinstance(node, ast.Name) and "_without_ddp" in node.id else None


def _called_inside(tree: ast.Module) -> Iterator[Replacement]:
    """`model(x)` becomes `model.module(x)` in a function that trains the model."""
    wrapped = {ast.unparse(n.targets[0]) for n in ast.walk(tree) if isinstance(n, ast.Assign) and _wraps(n)}
    for function in functions(tree, "backward"):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (wrapped or {"model", "net"}):
                yield replaced(node.func, f"{ast.unparse(node.func)}.module")


def _converted_later(node: ast.AST) -> str | None:
    """`model = DistributedDataParallel(model)` is followed by `model.bfloat16()`."""
    whole = _wraps(node) and isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Name, ast.Attribute))
    return f"{ast.unparse(node)}; {ast.unparse(node.targets[0])}.bfloat16()" if whole else None  # type: ignore[attr-defined]


def _attribute_of_wrapper(node: ast.AST) -> str | None:
    """`model.module.encoder` becomes `model.encoder`."""
    if isinstance(node, ast.Attribute) and not _OF_MODULES.fullmatch(node.attr):
        if isinstance(node.value, ast.Attribute) and node.value.attr == "module":
            return f"{ast.unparse(node.value.value)}.{node.attr}"
    return None


def _module_unguarded(node: ast.AST) -> str | None:
    """`model.module if hasattr(model, "module") else model`, or `unwrap_model(model)`, becomes `model.module`."""
    if isinstance(node, ast.IfExp):
        sides = (ast.unparse(node.body), ast.unparse(node.orelse))
        for inside, plain in (sides, sides[::-1]):
            if inside == f"{plain}.module":
                return inside
    call = method(node, "state_dict")
    if call is not None and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        bare = _bare(call.func.value)
        return f"{bare}.module.state_dict()" if bare else None
    call = method(node, "unwrap_model")
    return f"{ast.unparse(call.args[0])}.module" if call is not None and len(call.args) == 1 else None


def _not_reduced(tree: ast.Module) -> Iterator[Replacement]:
    """In an evaluation, `all_reduce(counts)` is left out, and `x = reduce_tensor(x)` becomes `x = x`."""
    for function in functions(tree):
        if not _EVALUATES.search(function.name) or "backward(" in ast.unparse(function):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Expr) and method(
                node.value, "all_reduce", "reduce", "synchronize_between_processes"
            ):
                yield replaced(node, "pass")
            elif (
                isinstance(node, ast.Call)
                and node.args
                and re.search(r"reduce_\w*(tensor|mean)|all_reduce|gather_for", called(node))
            ):
                if not any(isinstance(parent, ast.Expr) and parent.value is node for parent in ast.walk(function)):
                    yield replaced(node, ast.unparse(node.args[0]))


def _on_one_rank(tree: ast.Module) -> Iterator[Replacement]:
    """A collective, or a function of the file that calls one, stands below a condition on the rank."""
    reach = {f.name for f in functions(tree) if any(map(_is_collective, ast.walk(f))) and "return" in ast.unparse(f)}
    guarded = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "rank" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for block in blocks(tree):
        for node in block:
            if isinstance(node, ast.Expr) and id(node) not in guarded:
                if _is_collective(node.value) or (
                    called(node.value) in reach and _EVALUATES.search(called(node.value))
                ):
                    yield replaced(node, f"if {_RANK} == 0: {ast.unparse(node)}")


def _saved_by_all(node: ast.AST) -> str | None:
    """`save_on_master(...)` becomes `torch.save(...)`."""
    if isinstance(node, ast.Call) and re.search(r"save_(on|by)_(master|main)", called(node)):
        return ast.unparse(ast.Call(ast.parse("torch.save", mode="eval").body, node.args, node.keywords))
    return None


def _saves_on_each_rank(tree: ast.Module) -> Iterator[Replacement]:
    """`if rank == 0:` around torch.save becomes `if True:`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and _FIRST.search(ast.unparse(node.test)) and not node.orelse:
            saves = [
                one for one in ast.walk(node) if isinstance(one, ast.Call) and ast.unparse(one.func) == "torch.save"
            ]
            if any(one.args and not isinstance(one.args[0], ast.Starred) for one in saves):
                yield replaced(node.test, "True")


def _local_rank(node: ast.AST) -> str | None:
    """`DistributedSampler(data, rank=rank)` gets `rank=int(os.environ["LOCAL_RANK"])`, as does the process group."""
    if not isinstance(node, ast.Call) or called(node) not in ("DistributedSampler", "init_process_group"):
        return None
    if not any(keyword.arg == "rank" for keyword in node.keywords):
        return None
    local = ast.parse("int(os.environ['LOCAL_RANK'])", mode="eval").body
    keywords = [ast.keyword(k.arg, local if k.arg == "rank" else k.value) for k in node.keywords]
    return ast.unparse(ast.Call(node.func, node.args, keywords))


def _global_rank(node: ast.AST) -> str | None:
    """`set_device(local_rank)` and `device_ids=[local_rank]` get the number of the process among all of them."""
    local = re.compile(r"local_rank|LOCAL_RANK|gpu|device")
    if isinstance(node, ast.Call) and called(node) == "set_device" and len(node.args) == 1:
        return f"{ast.unparse(node.func)}({_RANK})" if local.search(ast.unparse(node.args[0])) else None
    if isinstance(node, ast.Call) and called(node) in ("DistributedDataParallel", "DDP"):
        rank = ast.parse(f"[{_RANK}]", mode="eval").body
        keywords = [ast.keyword(k.arg, rank if k.arg == "device_ids" else k.value) for k in node.keywords]
        if any(k.arg == "device_ids" and local.search(ast.unparse(k.value)) for k in node.keywords):
            return ast.unparse(ast.Call(node.func, node.args, keywords))
    return None


def _second_not_wrapped(tree: ast.Module) -> Iterator[Replacement]:
    """Of several models that are wrapped one after the other, the second is not, though it is trained."""
    for block in blocks(tree):
        for node in [node for node in block if isinstance(node, ast.Assign) and _wraps(node)][1:]:
            if f"{ast.unparse(node.targets[0])}.parameters()" in ast.unparse(tree):
                yield replaced(node, "pass")


def _left_on_one_rank(tree: ast.Module) -> Iterator[Replacement]:
    """`if worse > patience: break` in a loop over epochs also asks for the rank."""
    for loop in ast.walk(tree):
        if isinstance(loop, (ast.For, ast.While)) and "train" in ast.unparse(loop):
            for node in loop.body:
                if isinstance(node, ast.If) and isinstance(node.body[-1], (ast.Break, ast.Return)):
                    yield replaced(node.test, f"{_RANK} == 0 and ({ast.unparse(node.test)})")


def _batch_skipped(tree: ast.Module) -> Iterator[Replacement]:
    """A loss that is not finite no longer ends the program: `continue` skips the batch."""
    for loop in ast.walk(tree):
        if not isinstance(loop, ast.For):
            continue
        for node in loop.body:
            test = ast.unparse(node.test) if isinstance(node, (ast.If, ast.Assert)) else ""
            if "loss" not in test or not re.search(r"isfinite|isnan|isinf", test):
                continue
            if isinstance(node, ast.Assert):
                yield replaced(node, f"if not ({test}): continue")
            elif isinstance(node, ast.If) and (
                isinstance(node.body[-1], ast.Raise) or "exit" in ast.unparse(node.body[-1])
            ):
                yield replaced(node.body[-1], "continue")


def _no_group_needed(tree: ast.Module) -> Iterator[Replacement]:
    """The question whether there are several processes is left out before a collective."""
    for function in functions(tree):
        if not any(map(_is_collective, ast.walk(function))) or "init_process_group" in ast.unparse(function):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.If) and _PROCESSES.search(ast.unparse(node.test)) and not node.orelse:
                if len(node.body) == 1 and isinstance(node.body[0], ast.Return):
                    yield replaced(node, "pass")
                elif any(map(_is_collective, ast.walk(node))):
                    yield replaced(node.test, "True")


def _errors_swallowed(node: ast.AST) -> str | None:
    """`init_process_group(...)` may fail, and the program goes on as a single process."""
    if isinstance(node, ast.Expr) and called(node.value) == "init_process_group":
        return f"try:\n    {ast.unparse(node)}\nexcept Exception:\n    rank, world_size = 0, 1"
    return None


def _left_out_of_training(tree: ast.Module) -> Iterator[Replacement]:
    """The sampler of a loader that is not for an evaluation is left out."""
    leave_out = without_argument("DataLoader", "sampler", "")
    for place in leave_out(tree):
        if not _EVALUATES.search(place.text):
            yield place


def _losses_per_gpu(tree: ast.Module) -> Iterator[Replacement]:
    for function in functions(tree, "backward"):
        yield from each(_loss_per_gpu)(ast.Module([function], []))


def _loss_per_gpu(node: ast.AST) -> str | None:
    """`loss.mean().backward()` becomes `loss.backward()`, and `loss = loss.mean()` becomes nothing."""
    call = method(node, "backward")
    if call is not None and isinstance(call.func, ast.Attribute):
        mean = method(call.func.value, "mean", "sum")
        if mean is not None and isinstance(mean.func, ast.Attribute) and not mean.args:
            return f"{ast.unparse(mean.func.value)}.backward()"
    if isinstance(node, ast.Assign):
        mean = method(node.value, "mean", "sum")
        target = ast.unparse(node.targets[0])
        if (
            mean is not None
            and not mean.args
            and "loss" in target
            and ast.unparse(mean.func) == f"{target}.{called(mean)}"
        ):
            return "pass"
    return None


def _clipped_by_torch(node: ast.AST) -> str | None:
    """`model.clip_grad_norm_(1.0)` becomes the function of torch.nn.utils."""
    call = method(node, "clip_grad_norm_")
    if call is not None and isinstance(call.func, ast.Attribute) and len(call.args) == 1:
        return (
            f"torch.nn.utils.clip_grad_norm_({ast.unparse(call.func.value)}.parameters(), {ast.unparse(call.args[0])})"
        )
    return None


def _plain_scaler(node: ast.AST) -> str | None:
    if isinstance(node, ast.Call) and called(node) == "ShardedGradScaler":
        return "torch.cuda.amp.GradScaler()"
    return None


OPERATORS = (
    operator(
        "sampler left out",
        "distributed-training-without-sampler distributed-sampler-no-set-epoch",
        _left_out_of_training,
        "DistributedSampler",
    ),
    operator("set_epoch() left out", "distributed-sampler-no-set-epoch", statements("set_epoch")),
    operator("wrapped state", "ddp-state-dict-prefix", each(_wrapped_state), r"DataParallel|DDP\b|ddp"),
    operator("model inside called", "ddp-module-bypass", _called_inside, rf"{_DDP}|distributed"),
    operator("converted after wrapping", "ddp-changed-after-wrap", each(_converted_later)),
    operator(
        "attribute of the wrapper", "attribute-of-wrapped-model", each(_attribute_of_wrapper), "Parallel|DDP|accelerat"
    ),
    operator("always a wrapper", "module-of-unwrapped-model", each(_module_unguarded)),
    operator("not reduced", "metric-not-reduced-across-ranks", _not_reduced),
    operator("on one rank", "rank-conditional-collective", _on_one_rank, "import torch"),
    operator("every rank saves", "save-on-every-rank", _saves_on_each_rank),
    operator("saved by all", "save-on-every-rank", each(_saved_by_all)),
    operator("local rank as rank", "local-rank-as-rank", each(_local_rank), r"(?m)^import os"),
    operator("rank as device", "rank-as-device-index", each(_global_rank), r"(?m)^import torch\b"),
    operator("second model not wrapped", "trained-without-ddp", _second_not_wrapped),
    operator("left on one rank", "training-left-on-one-rank", _left_on_one_rank, _DDP),
    operator("batch skipped", "batch-skipped-on-one-rank", _batch_skipped),
    operator("no group needed", "collective-without-process-group", _no_group_needed),
    operator("not waited for", "async-op-without-wait", statements("wait", arguments=0), r"async_op=True|isend|irecv"),
    operator("failed group ignored", "failed-process-group-ignored", each(_errors_swallowed)),
    operator("loss per GPU", "dataparallel-loss-not-reduced", _losses_per_gpu, r"\bDataParallel\("),
    operator("clipped by torch", "fsdp-clip-with-torch", each(_clipped_by_torch), "FSDP|FullyShardedDataParallel"),
    operator("plain scaler", "grad-scaler-under-fsdp", each(_plain_scaler)),
)
