"""Everything of PyTorch that a file uses and that is deprecated, each use with what to write instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.knowledge.deprecations import GUESSING, SCALED, STEPPED_BY_EPOCHS, UNSAID
from torchlint.knowledge.torch_api import method
from torchlint.queries.api.api_uses import ApiUse, applies, is_loss
from torchlint.queries.api.given_up_names import given_up_names
from torchlint.queries.api.in_place_modules import works_in_place
from torchlint.queries.api.learning_rates import scheduler_rates
from torchlint.queries.api.pretrained_models import pretrained_models
from torchlint.queries.memo import query
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@query
def deprecated_uses(file: File) -> Iterator[ApiUse]:
    """Uses that still work but warn on the project's PyTorch versions, and that have a replacement, in source order."""
    yield from given_up_names(file)
    yield from _unsaid(file)
    yield from _guessing(file)
    yield from _reductions(file)
    yield from _copies(file)
    yield from pretrained_models(file)
    yield from (rate for rate in scheduler_rates(file) if not rate.may_differ)
    for call in file.tree.all(tree.Call):
        if isinstance(call.func, tree.Attribute):
            yield from _method(file, call, call.func)


def _unsaid(file: File) -> Iterator[ApiUse]:
    """Calls that leave out an argument which PyTorch will require."""
    for call in file.named_calls(*UNSAID):
        keyword, place, text, change, is_same = UNSAID[sorted(call.spelled)[0]]
        is_open = any(a.star for a in call.node.args) and (place >= 0 or any(a.star == "**" for a in call.node.args))
        if is_open or not call.node.args or not applies(file, change):
            continue  # passed on from elsewhere, or not required yet
        if call.argument(place, keyword) is None:
            happens = f"warns without `{keyword}`"
            yield ApiUse(file, call.node, call.text, happens, f"add `{text}`", call.put_last(text), is_same)


def _guessing(file: File) -> Iterator[ApiUse]:
    """Calls of softmax without `dim`."""
    for call in file.named_calls(*GUESSING):
        place = GUESSING[sorted(call.spelled)[0]]
        if any(a.star for a in call.node.args) or call.argument(place, "dim") is not None:
            continue  # it is passed
        happens = "warns and picks its dimension: 0 for 1- or 3-dimensional tensors, else 1"
        yield ApiUse(file, call.node, call.text, happens, "pass `dim`")


def _reductions(file: File) -> Iterator[ApiUse]:
    """Losses whose reduction is set by the flags `size_average` and `reduce`."""
    flags = ("size_average", "reduce")
    for argument in file.tree.all(tree.Argument):
        if argument.keyword not in (*flags, "reduction"):
            continue
        call = file.tree.parents[argument]
        if not isinstance(call, tree.Call) or not any(map(is_loss, file.names.spelled(call))):
            continue
        if argument.keyword == "reduction":
            yield from _old_reduction(file, argument)
            continue
        given = [a for a in call.args if a.keyword in flags]
        if argument is not given[0] or any(a.keyword == "reduction" for a in call.args):
            continue  # one finding for both, or they have no effect
        reduction = _reduction(given)
        one = len(given) == 1 and reduction is not None
        change = (Edit(Span(argument.start, argument.end), f'reduction="{reduction}"'),) if one else ()
        instead = f'use `reduction="{reduction}"`' if reduction else "use `reduction`"
        yield ApiUse(file, argument, file.tree.text_of(argument), "is deprecated and warns", instead, change)


def _old_reduction(file: File, argument: tree.Argument) -> Iterator[ApiUse]:
    """`reduction="elementwise_mean"`, the name that the mean had before 1.0."""
    if isinstance(argument.value, tree.Constant) and argument.value.value == "elementwise_mean":
        change = (Edit(Span(argument.start, argument.end), 'reduction="mean"'),)
        shown = file.tree.text_of(argument)
        yield ApiUse(file, argument, shown, "is deprecated and warns", 'use `reduction="mean"`', change)


def _reduction(given: list[tree.Argument]) -> str | None:
    """The `reduction` that two flags mean together; None where they are not literals."""
    flags = {a.keyword: a.value.value if isinstance(a.value, tree.Constant) else ... for a in given}
    if any(value not in (True, False) and not (value and isinstance(value, str)) for value in flags.values()):
        return None
    return "none" if flags.get("reduce") is False else "sum" if flags.get("size_average") is False else "mean"


def _copies(file: File) -> Iterator[ApiUse]:
    """Tensors that `torch.tensor` is given, which it copies with a warning."""
    for call in file.named_calls("torch.tensor"):
        given = call.argument(0, "data")
        if given is None or given.value.kind != "tensor" or not given.value.proven or call.has_stars:
            continue  # a list, a number, or not known
        if _joins_lists(given.node):
            continue
        others = call.node.args[1:]
        copied = given.with_call(".detach().clone()")
        moves = [file.tree.text_of(a) for a in others if a.keyword in ("dtype", "device")]
        change: tuple[Edit, ...] = ()
        if len(moves) == len(others) and given.node is call.node.args[0].value:
            inner = file.tree.text_of(given.node)
            whole = inner if isinstance(given.node, edits.ATOMS) else f"({inner})"
            then = f".to({', '.join(moves)})" if moves else ""
            change = call.put(f"{whole}.detach().clone(){then}")
        yield ApiUse(file, call.node, call.text, "warns, because it copies a tensor", f"use `{copied}`", change)


def _joins_lists(node: tree.Node) -> bool:
    """Whether an expression adds a list that is written out, which only a list can be added to: `row + [0] * 3`."""
    if not isinstance(node, tree.BinaryOp):
        return False
    if node.op == "*":
        return isinstance(node.left, tree.List) or isinstance(node.right, tree.List)
    sides = (node.left, node.right) if node.op == "+" else ()
    return any(isinstance(side, tree.List) or _joins_lists(side) for side in sides)


def _method(file: File, call: tree.Call, func: tree.Attribute) -> Iterator[ApiUse]:
    """Deprecated methods of modules, schedulers and tensors, unless the project has defined its own of that name."""
    if file.facts.functions.get(call):
        return
    positional = [a for a in call.args if not a.keyword and not a.star]
    if func.attr == "register_backward_hook" and not file.torch.begins_before((1, 8)):
        yield _full_hook(file, func)
    elif func.attr == "step" and call.args and file.torch.reaches((1, 4)):
        yield from _step_to(file, call, func)
    elif func.attr in SCALED and len(positional) == len(call.args) and _has_factors(file, call, func):
        if not file.torch.begins_before((1, 0)) and file.torch.reaches((1, 5)):
            yield _scaled(file, call, func)


def _step_to(file: File, call: tree.Call, func: tree.Attribute) -> Iterator[ApiUse]:
    """`scheduler.step(epoch)`, of schedulers that count for themselves."""
    scheduler = file.value(func.value).value
    place = STEPPED_BY_EPOCHS.get(str(scheduler.ref)) if scheduler.kind == "scheduler" else None
    if place is None or scheduler.assumed:
        return
    given = next((a for i, a in enumerate(call.args) if a.keyword == "epoch" or (i == place and not a.keyword)), None)
    if given is None or any(a.star for a in call.args) or getattr(given.value, "value", ...) is None:
        return
    start = call.args[call.args.index(given) - 1].end if given is not call.args[0] else given.start
    change = (Edit(Span(start, given.end), ""),) if given is call.args[-1] else ()
    happens = "with an epoch is deprecated and warns"
    yield ApiUse(file, call, file.value(call).text, happens, "remove the argument", change, is_same=False)


def _has_factors(file: File, call: tree.Call, func: tree.Attribute) -> bool:
    """Whether factors come before the tensors, in a call of a tensor's method: other classes have an `add`, too."""
    count, keywords = SCALED[func.attr]
    values = [argument.value for argument in call.args]
    if not count < len(values) <= count + len(keywords) or file.names.spelled_out(func).startswith("torch."):
        return False
    if count > 1:
        return file.value(func.value).value.kind in ("tensor", "unknown")
    return _takes_a_factor(file, func, *values)


def _takes_a_factor(file: File, func: tree.Attribute, first: tree.Expression, second: tree.Expression) -> bool:
    """Whether `x.add_(first, second)` is called on a tensor."""
    if _is_number(file, second):
        return False
    if func.attr.endswith("_"):
        return _is_tensor(file, func.value) or _is_tensor(file, second) or _has_a_number(file, first)
    if file.value(func.value).value.is_tensor:
        return _is_tensor(file, second) or _has_a_number(file, first)
    is_tensors_method = isinstance(func.value, tree.Call) and method(tree.last_name(func.value.func)) is not None
    return is_tensors_method and _is_tensor(file, second)  # `x.mul(0.9).add(0.1, y.data)`


def _is_tensor(file: File, node: tree.Expression) -> bool:
    return file.value(node).value.is_tensor or tree.last_part(node) in ("data", "grad")


def _is_number(file: File, node: tree.Expression) -> bool:
    """Whether an expression is known to be a number: `-0.5`, `1 / 3`."""
    return all(file.value(part).value.kind == "number" for part in _operands(node))


def _has_a_number(file: File, node: tree.Expression) -> bool:
    """Whether an expression is a number, or computed with one, as factors are: `-0.1`, `1 - beta`."""
    return any(file.value(part).value.kind == "number" for part in _operands(node))


def _operands(node: tree.Expression) -> Iterator[tree.Expression]:
    """What an expression is computed of: `1` and `beta` of `-(1 - beta)`."""
    if isinstance(node, tree.UnaryOp):
        yield from _operands(node.operand)
    elif isinstance(node, tree.BinaryOp):
        yield from _operands(node.left)
        yield from _operands(node.right)
    else:
        yield node


def _full_hook(file: File, func: tree.Attribute) -> ApiUse:
    happens, instead = "sees only the module's last operation", "use `register_full_backward_hook`"
    change: tuple[Edit, ...] = (Edit(Span(func.end - len(func.attr), func.end), "register_full_backward_hook"),)
    if works_in_place(file, file.value(func.value).value):
        instead, change = f"{instead}, which forbids in-place operations on its outputs", ()
    return ApiUse(file, func, func.attr, happens, instead, change, is_same=False)


def _scaled(file: File, call: tree.Call, func: tree.Attribute) -> ApiUse:
    count, keywords = SCALED[func.attr]
    written = [file.tree.text_of(argument) for argument in call.args]
    factors, tensors = written[:-count], written[-count:]
    named = [f"{keyword}={factor}" for keyword, factor in zip(keywords, factors)]
    change = (Edit(Span(call.args[0].start, call.args[-1].end), ", ".join([*tensors, *named])),)
    said = " and ".join(f"`{keyword}`" for keyword in keywords[: len(factors)])
    instead = (
        f"pass the factor by keyword, as {said}" if len(factors) == 1 else f"pass the factors by keyword, as {said}"
    )
    return ApiUse(file, call, file.value(call).text, "is deprecated and warns", instead, change)
