"""Models that are either loaded, and put in eval mode, or made anew, in train mode; and then trained as they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.values import NO
from torchlint.queries import View
from torchlint.queries.modes import ForwardView, depth_of
from torchlint.syntax import tree

from .detect import is_trained, left_by_loading

if TYPE_CHECKING:
    from torchlint.queries import File


def resumed_in_eval(file: File) -> Iterator[tuple[ForwardView, View]]:
    """The forwards of training, each with the `eval()` that only one of the ways there calls; one per model."""
    found: set[object] = set()
    for fact in file.facts.forwards:
        place = fact.where.called_from(depth_of(fact)) or fact.node
        if fact.model.source not in found and file.holds(place) and is_trained(file, fact):
            loading = left_by_loading(file, fact)
            if loading is not None and file.analysis.layers.of(fact.model) != NO:
                found.add(fact.model.source)
                yield ForwardView(file, place, (fact,)), View(file, loading)
                continue
        name = fact.node.func
        if not isinstance(name, tree.Name) or not file.holds(name) or not is_trained(file, fact):
            continue
        scope = file.tree.scope(name)
        if (scope, name.id) in found or _calls(file, scope, name.id, "train"):
            continue
        switch = _switched_on_one_way(file, name)
        if switch is not None and file.analysis.layers.of(fact.model) != NO:
            found.add((scope, name.id))
            yield ForwardView(file, fact.node, (fact,)), View(file, switch)


def _switched_on_one_way(file: File, name: tree.Name) -> tree.Call | None:
    """The `eval()` right after one definition of a model that reaches this use, where another one makes a new model."""
    definitions = [one for one in reaching_definitions(file.tree, name) if one is not None]
    loaded = [(one, switch) for one in definitions if (switch := _switch_after(file, one)) is not None]
    made = [one for one in definitions if _is_made(file, one)]
    return loaded[0][1] if loaded and made and not any(_switch_after(file, one) for one in made) else None


def _switch_after(file: File, definition: Definition) -> tree.Call | None:
    """The `eval()` of the same block as a definition, and after it, of what `torch.load` gave."""
    if not isinstance(definition.value, tree.Call) or file.names.spelled_out(definition.value.func) != "torch.load":
        return None
    block = file.tree.parents.get(definition.node)
    calls = _calls(file, block, definition.name, "eval") if block is not None else []
    return next((call for call in calls if call.start > definition.node.end), None)


def _is_made(file: File, definition: Definition) -> bool:
    value = file.facts.values.get(definition.value) if definition.value is not None else None
    return value is not None and value.kind == "module" and value.source is definition.value


def _calls(file: File, part: tree.Node, name: str, method: str) -> list[tree.Call]:
    """The calls of a method of a name in some code, in source order."""
    calls = (node for node in tree.walk(part) if isinstance(node, tree.Call))
    return sorted((call for call in calls if tree.dotted(call.func) == f"{name}.{method}"), key=lambda c: c.start)
