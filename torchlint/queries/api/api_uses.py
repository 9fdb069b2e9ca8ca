"""Uses of deprecated names and arguments of PyTorch, each with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of
from torchlint.finding import Edit, Span
from torchlint.knowledge.deprecations import DEPRECATED, DEPRECATED_NAMES, GUESSING, SCALED, UNSAID, Change
from torchlint.knowledge.torch_api import fact, method
from torchlint.queries.api.in_place_modules import works_in_place
from torchlint.queries.file import CallView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What a condition looks at that tells one PyTorch from another.
_ASKS = re.compile(r"version|hasattr|(^|_)ver(_|$)|torch\w*\d|has_\w*(amp|torch)|^is_\w*torch", re.IGNORECASE)
# Exceptions that nothing missing raises.
_OF_OTHER_THINGS = frozenset(("StopIteration", "KeyboardInterrupt", "KeyError", "IndexError", "OSError", "IOError"))
_MODELS = "torchvision.models"
_LAST_PARTS = frozenset(name.rpartition(".")[2] for name in DEPRECATED_NAMES)
# What an assigned value looks at, so that its name tells the same.
_TELLS = re.compile(r"version|hasattr|__kwdefaults__|signature", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class ApiUse(View):
    """A use of a deprecated or removed name or argument of PyTorch."""

    shown: str  # the name or argument, as a message shows it
    happens: str  # what happens with the project's PyTorch: "is deprecated and warns"
    instead: str  # what to write
    edits: tuple[Edit, ...] = ()  # that replace it; none where they can't be written
    is_same: bool = True  # whether the edited program computes the same
    is_sure: bool = True  # whether it certainly happens

    @property
    def is_guarded(self) -> bool:
        """Whether the code around checks the PyTorch version, or tries this and has a fallback."""
        here: tree.Node | None = self.node
        while here is not None:
            above = self.file.tree.parents.get(here)
            if isinstance(above, tree.Try) and here not in above.finalbody and self._has_another_way(above):
                return True
            if isinstance(above, (tree.FunctionDef, tree.Module)):
                tests = (n.test for n in above.body if isinstance(n, tree.If) and n.start < self.node.start)
                if isinstance(above, tree.FunctionDef) and any(_checks_version(self.file, test) for test in tests):
                    return True
                asserted = (n.test for n in above.body if isinstance(n, tree.Assert) and n.start < self.node.start)
                if any(_checks_version(self.file, test) for test in asserted):
                    return True
            elif isinstance(above, (tree.If, tree.Conditional)) and here is not above.test:
                if _checks_version(self.file, above.test):
                    return True
            elif isinstance(above, tree.BoolOp):
                before = (value for value in above.values if value.end < self.node.start)
                if any(_checks_version(self.file, value) for value in before):
                    return True
            here = above
        return False

    def _has_another_way(self, attempt: tree.Try) -> bool:
        """Whether a `try` catches what a missing name raises, and one of its branches does without this use."""
        ways = [attempt.body, *(handler.body for handler in attempt.handlers if _catches_missing(handler))]
        return len(ways) > 1 and not all(map(self._is_used_in, ways))

    def _is_used_in(self, body: list[tree.Statement]) -> bool:
        """Whether some statements hold the same code as this use."""
        syntax, kind = self.file.tree, type(self.node)
        return any(
            isinstance(node, kind) and syntax.text_of(node) == self.text
            for statement in body
            for node in tree.walk(statement)
        )


def _catches_missing(handler: tree.Handler) -> bool:
    """Whether a handler catches what a name or an argument raises that is not there any more."""
    types = handler.type.elements if isinstance(handler.type, tree.Tuple) else [handler.type]
    return any(one is None or tree.last_part(one) not in _OF_OTHER_THINGS for one in types)


def _checks_version(file: File, test: tree.Node) -> bool:
    """Whether a condition checks a version or `hasattr`, directly or through a name assigned from such a check."""
    if any(_ASKS.search(name) or _TELLS.search(name) for name in _names(test)):
        return True
    read = (node for node in tree.walk(test) if isinstance(node, tree.Name))
    made = (one.value for name in read for one in definitions_of(file.tree, name) if one.value is not None)
    return any(_TELLS.search(name) for value in made for name in _names(value))


def _names(code: tree.Node) -> list[str]:
    """The names of all variables and attributes in a piece of code."""
    return [name for node in tree.walk(code) if (name := tree.last_name(node))]


@query
def deprecated_uses(file: File) -> Iterator[ApiUse]:
    """Uses that still work but warn on the project's PyTorch versions, and that have a replacement, in source order."""
    yield from _renamed(file, DEPRECATED, "is deprecated and warns")
    yield from _renamed_names(file)
    yield from _unsaid(file)
    yield from _guessing(file)
    yield from _reductions(file)
    yield from _pretrained(file)
    for call in file.tree.all(tree.Call):
        if isinstance(call.func, tree.Attribute):
            yield from _method(file, call, call.func)


def _applies(file: File, change: Change) -> bool:
    """Whether some supported version deprecates the name, and all supported versions have the replacement."""
    return file.torch.reaches(change.since) and not file.torch.begins_before(change.exists)


def _renamed(file: File, changes: dict[str, Change], happens: str) -> Iterator[ApiUse]:
    for call in file.named_calls(*changes):
        (name, *others) = sorted(call.spelled)
        change = changes[name]
        if others or not _applies(file, change):
            continue  # one of several names, or not yet given up
        edits_ = renaming(call, change)
        yield ApiUse(file, call.node.func, name.removeprefix("torch."), happens, change.instead, edits_)


def _renamed_names(file: File) -> Iterator[ApiUse]:
    """Reads of deprecated names that are not called: `dist.reduce_op.SUM`."""
    for node in file.tree.all(tree.Attribute):
        if node.attr not in _LAST_PARTS:
            continue
        name = file.names.spelled_out(node)
        change = DEPRECATED_NAMES.get(name)
        if change is not None and _applies(file, change):
            new = change.rename.rpartition(".")[2]
            edits_ = (Edit(Span(node.end - len(node.attr), node.end), new),)
            yield ApiUse(file, node, name.removeprefix("torch."), "is deprecated and warns", change.instead, edits_)


def renaming(call: CallView, change: Change) -> tuple[Edit, ...]:
    """The edits that call a function's replacement, with the arguments changed to what it expects."""
    args = call.node.args
    positional = [a for a in args if a.keyword is None]
    if not change.rename or (change.positional and (len(positional) > 1 or any(a.star for a in args))):
        return ()
    made = list(call.rename(change.rename))
    if made and change.first:
        at = args[0].start if args else call.node.end - 1
        keyword = f"{change.positional}=" if change.positional and positional else ""
        made.append(Edit(Span(at, at), f"{change.first}, {keyword}" if args else change.first))
    return tuple(made)


def _unsaid(file: File) -> Iterator[ApiUse]:
    """Calls that leave out an argument which PyTorch will require."""
    for call in file.named_calls(*UNSAID):
        keyword, place, text, change, is_same = UNSAID[sorted(call.spelled)[0]]
        is_open = any(a.star for a in call.node.args) and (place >= 0 or any(a.star == "**" for a in call.node.args))
        if is_open or not call.node.args or not _applies(file, change):
            continue  # passed on from elsewhere, or not yet wanted
        if call.argument(place, keyword) is None:
            happens = f"warns without `{keyword}`"
            yield ApiUse(file, call.node, call.text, happens, f"add `{text}`", call.put_last(text), is_same)


def _guessing(file: File) -> Iterator[ApiUse]:
    """Calls of softmax without `dim`."""
    for call in file.named_calls(*GUESSING):
        place = GUESSING[sorted(call.spelled)[0]]
        if any(a.star for a in call.node.args) or call.argument(place, "dim") is not None:
            continue  # it is passed
        happens = "guesses its dimension and warns: 0 for 1 or 3 dimensions, else 1"
        yield ApiUse(file, call.node, call.text, happens, "pass `dim`")


def _reductions(file: File) -> Iterator[ApiUse]:
    """Losses whose reduction is set by the flags `size_average` and `reduce`."""
    flags = ("size_average", "reduce")
    for argument in file.tree.all(tree.Argument):
        if argument.keyword == "reduction":
            yield from _mean_of_old(file, argument)
        if argument.keyword not in flags:
            continue
        call = file.tree.parents[argument]
        if not isinstance(call, tree.Call) or not any(map(is_loss, file.names.spelled(call))):
            continue
        given = [a for a in call.args if a.keyword in flags]
        if argument is not given[0] or any(a.keyword == "reduction" for a in call.args):
            continue  # one finding for both; or nothing comes of them
        reduction = _reduction(given)
        one = len(given) == 1 and reduction is not None
        change = (Edit(Span(argument.start, argument.end), f'reduction="{reduction}"'),) if one else ()
        instead = f'use `reduction="{reduction}"`' if reduction else "use `reduction`"
        yield ApiUse(file, argument, file.tree.text_of(argument), "is deprecated and warns", instead, change)


def _mean_of_old(file: File, argument: tree.Argument) -> Iterator[ApiUse]:
    """The name that "mean" had in 0.4.1."""
    call, given = file.tree.parents[argument], argument.value
    if not isinstance(given, tree.Constant) or given.value != "elementwise_mean" or file.torch.begins_before((1, 0)):
        return
    if isinstance(call, tree.Call) and any(map(is_loss, file.names.spelled(call))):
        edits = (Edit(Span(argument.start, argument.end), 'reduction="mean"'),)
        text = file.tree.text_of(argument)
        yield ApiUse(file, argument, text, "is deprecated and warns", 'use `reduction="mean"`', edits)


def is_loss(name: str) -> bool:
    """Whether a function's last name, such as `mse_loss`, is that of a loss in `torch.nn.functional`."""
    known = fact(name)
    return known is not None and bool(known.wants or known.kind == "loss")


def _reduction(given: list[tree.Argument]) -> str | None:
    """The `reduction` that two flags mean together; None where they are not literals."""
    flags = {a.keyword: a.value.value if isinstance(a.value, tree.Constant) else "?" for a in given}
    if any(value not in (True, False) for value in flags.values()):
        return None
    return "none" if flags.get("reduce") is False else "sum" if flags.get("size_average") is False else "mean"


def _pretrained(file: File) -> Iterator[ApiUse]:
    """Models of torchvision with `pretrained=`, which `weights=` replaced in 0.13."""
    if file.torch.begins_before((1, 12)):
        return  # this torchvision has no `weights`
    for call, names in file.names.calls.items():
        name = next(iter(names))
        if len(names) > 1 or not name.startswith(_MODELS + ".") or not name.rpartition(".")[2][:1].islower():
            continue
        given = next((a for a in call.args if a.keyword == "pretrained"), None)
        first = call.args[0] if call.args and not call.args[0].keyword and not call.args[0].star else None
        if given is None and first is not None and isinstance(first.value, tree.Constant):
            given = first if isinstance(first.value.value, bool) else None
        if given is not None:
            yield _pretrained_use(file, call, given, name.count(".") == 2)
    for given in file.tree.all(tree.Argument):
        above = file.tree.parents[given]
        if given.keyword == "pretrained" and isinstance(above, tree.Call):
            package = _package_of_computed_name(above.func)
            if package is not None and file.names.spelled_out(package) == _MODELS:
                yield _pretrained_use(file, above, given, True)


def _pretrained_use(file: File, call: tree.Call, given: tree.Argument, is_classifier: bool) -> ApiUse:
    flag = given.value.value if isinstance(given.value, tree.Constant) else None
    text = 'weights="IMAGENET1K_V1"' if flag else "weights=None"
    is_plain = isinstance(flag, bool) and (not flag or is_classifier)
    change = (Edit(Span(given.start, given.end), text),) if is_plain else ()
    shown = file.tree.text_of(given) if given.keyword else file.tree.text_of(call.func) + f"({flag})"
    instead = f"use `{text}`" if is_plain else "use `weights`"
    return ApiUse(file, given, shown, "is deprecated and warns", instead, change)


def _package_of_computed_name(func: tree.Expression) -> tree.Expression | None:
    """The package in `getattr(models, name)`, `models.__dict__[name]` and `vars(models)[name]`."""
    if isinstance(func, tree.Call) and tree.dotted(func.func) == "getattr":
        return tree.positional(func, 0)
    held = func.value if isinstance(func, tree.Subscript) else None
    if isinstance(held, tree.Attribute) and held.attr == "__dict__":
        return held.value
    if isinstance(held, tree.Call) and tree.dotted(held.func) == "vars":
        return tree.positional(held, 0)
    return None


def _method(file: File, call: tree.Call, func: tree.Attribute) -> Iterator[ApiUse]:
    """Deprecated methods of modules, schedulers and tensors."""
    positional = [a for a in call.args if not a.keyword and not a.star]
    if func.attr == "register_backward_hook" and not file.torch.begins_before((1, 8)):
        yield _full_hook(file, func)
    elif func.attr == "get_lr" and not call.args and file.value(func.value).value.kind == "scheduler":
        if not file.torch.begins_before((1, 4)):
            at = Span(func.end - len(func.attr), func.end)
            happens = "warns, and is not the learning rate that is in use"
            shown = file.value(call).text
            yield ApiUse(file, call, shown, happens, "use `get_last_lr()`", (Edit(at, "get_last_lr"),), is_same=False)
    elif func.attr in SCALED and len(positional) == len(call.args) and _has_factors(file, call, func):
        if not file.torch.begins_before((1, 0)) and file.torch.reaches((1, 5)):
            yield _scaled(file, call, func)


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
    if isinstance(node, tree.UnaryOp):
        return _is_number(file, node.operand)
    if isinstance(node, tree.BinaryOp):
        return _is_number(file, node.left) and _is_number(file, node.right)
    return file.value(node).value.kind == "number"


def _has_a_number(file: File, node: tree.Expression) -> bool:
    """Whether an expression is a number, or computed with one, as factors are: `-0.1`, `1 - beta`."""
    if isinstance(node, tree.UnaryOp):
        return _has_a_number(file, node.operand)
    if isinstance(node, tree.BinaryOp):
        return _has_a_number(file, node.left) or _has_a_number(file, node.right)
    return file.value(node).value.kind == "number"


def _full_hook(file: File, func: tree.Attribute) -> ApiUse:
    happens, instead = "sees the last operation only", "use `register_full_backward_hook`"
    change: tuple[Edit, ...] = (Edit(Span(func.end - len(func.attr), func.end), "register_full_backward_hook"),)
    if works_in_place(file, file.value(func.value).value):
        instead, change = f"{instead}, without in-place operations", ()
    return ApiUse(file, func, func.attr, happens, instead, change, is_same=False)


def _scaled(file: File, call: tree.Call, func: tree.Attribute) -> ApiUse:
    count, keywords = SCALED[func.attr]
    written = [file.tree.text_of(argument) for argument in call.args]
    factors, tensors = written[:-count], written[-count:]
    named = [f"{keyword}={factor}" for keyword, factor in zip(keywords, factors)]
    change = (Edit(Span(call.args[0].start, call.args[-1].end), ", ".join([*tensors, *named])),)
    said = " and ".join(f"`{keyword}`" for keyword in keywords[: len(factors)])
    instead = f"pass the factor as {said}" if len(factors) == 1 else f"pass the factors as {said}"
    return ApiUse(file, call, file.value(call).text, "is deprecated and warns", instead, change)
