"""Models of torchvision that are asked for their weights by `pretrained`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of
from torchlint.finding import Edit, Span
from torchlint.knowledge.deprecation_table import Row, argument_rows
from torchlint.queries.api.api_uses import ApiUse
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_MODELS = "torchvision.models"
_FLAGS = ("pretrained", "pretrained_backbone")


def pretrained_models(file: File) -> Iterator[ApiUse]:
    """Models of torchvision with `pretrained=`, which `weights=` replaced in 0.13."""
    if file.torch.begins_before((1, 12)) or "torchvision" not in file.text:
        return  # this torchvision has no `weights` argument
    for call, names in file.names.calls.items():
        name = next(iter(names))
        if len(names) > 1 or not name.startswith(_MODELS + ".") or not name.rpartition(".")[2][:1].islower():
            continue
        rows = argument_rows(name)
        for given in call.args:
            if given.keyword in _FLAGS:
                yield _use(file, call, given, _successor(rows, given.keyword))
        first = call.args[0] if call.args and not call.args[0].keyword and not call.args[0].star else None
        if first is not None and isinstance(first.value, tree.Constant) and isinstance(first.value.value, bool):
            yield _use(file, call, first, _successor(rows, "pretrained"))
    for given in file.tree.all(tree.Argument):
        above = file.tree.parents[given]
        if given.keyword == "pretrained" and isinstance(above, tree.Call):
            package = _package_of_computed_name(above.func)
            is_named = package is not None and file.names.spelled_out(package) == _MODELS
            if is_named or _is_of_a_table(file, above.func):
                yield _use(file, above, given, 'weights="IMAGENET1K_V1"')


def _successor(rows: dict[str, Row], keyword: str) -> str:
    """What to write for a flag that is set: the argument, and its value where there is one."""
    return rows[keyword].successor if keyword in rows else keyword.replace("pretrained", "weights")


def _use(file: File, call: tree.Call, given: tree.Argument, new: str) -> ApiUse:
    flag = given.value.value if isinstance(given.value, tree.Constant) else None
    argument, _, value = new.partition("=")
    text = new if flag else f"{argument}=None"
    is_plain = isinstance(flag, bool) and (not flag or bool(value))
    change = (Edit(Span(given.start, given.end), text),) if is_plain else ()
    shown = file.tree.text_of(given) if given.keyword else file.tree.text_of(call.func) + f"({flag})"
    instead = f"use `{text}`" if is_plain else f"use `{argument}`"
    return ApiUse(file, given, shown, "is deprecated and warns", instead, change)


def _is_of_a_table(file: File, func: tree.Expression) -> bool:
    """Whether this picks one of a dict's functions, all of which make models of torchvision: `BACKBONES[name]`."""
    held = func.value if isinstance(func, tree.Subscript) else None
    given = definitions_of(file.tree, held) if isinstance(held, tree.Name) else []
    table = given[0].value if len(given) == 1 else held
    names = [file.names.spelled_out(one) for one in table.values] if isinstance(table, tree.Dict) else []
    return bool(names) and all(one.startswith(f"{_MODELS}.") and one.count(".") == 2 for one in names)


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
