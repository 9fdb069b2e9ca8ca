"""Options that a DataLoader takes only with workers, where it has none, or may have none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.domain.values import UNKNOWN, Value
from torchlint.flow.facts import DataLoaderFact
from torchlint.knowledge.signatures import NEEDS_WORKERS, PREFETCH_BEFORE_2
from torchlint.queries import ExpressionView, View
from torchlint.queries.data import LoaderView, loaders
from torchlint.queries.options import option_defaults
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_COUNT, _CONTEXT = "num_workers", "multiprocessing_context"
# What names a number of workers, where nobody says how many there are.
_NAMED = re.compile(r"worker|thread|job|proc|cpu", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class OptionOfWorkers(View):
    """An option that raises where the loader has no workers."""

    name: str
    given: ExpressionView  # its value
    count: ExpressionView | None  # how many workers there are, if it is given
    is_default: bool  # whether that is 0 unless somebody sets it
    is_sure: bool  # whether there certainly is a way here without workers

    @property
    def when(self) -> str:
        """When it raises."""
        if self.count is None:
            return "without workers"
        if tree.integer_literal(self.count.node) is not None:
            return f"with `{_COUNT}={self.count}`"
        return f"if `{self.count}` keeps its default, 0" if self.is_default else f"where `{self.count}` is 0"

    @property
    def instead(self) -> str:
        """What to write."""
        if self.count is None or tree.dotted(self.count.node) is None:
            return "leave it out where there are no workers"
        if self.name == "persistent_workers":
            return f"write `{self.name}={self.count} > 0`"
        return f"write `{self.name}={self.given} if {self.count} else {0 if self.name == 'timeout' else None}`"


def options_of_workers(file: File) -> Iterator[OptionOfWorkers]:
    """The first such option of each DataLoader, in source order."""
    for loader in loaders(file):
        facts = [fact for fact in file.facts.loaders if fact.node is loader.node]
        given = ((name, loader.setting(name)) for name in (*NEEDS_WORKERS, _CONTEXT))
        options = [one for one in given if one[1] is not None and all(_is_on(file, *one, fact) for fact in facts)]
        for name, value in sorted(options, key=lambda one: one[1].node.start if one[1] is not None else 0)[:1]:
            if value is not None and (found := _without_workers(file, loader, name, value, facts)) is not None:
                yield found


def _written(file: File, value: tree.Node) -> tree.Node:
    """The argument that gives a value; of a dict that is unpacked, the key."""
    above = file.tree.parents[value]
    if isinstance(above, tree.Dict):
        return next(key for key, one in zip(above.keys, above.values) if one is value and key is not None)
    return above


def _is_on(file: File, name: str, given: ExpressionView | None, fact: DataLoaderFact) -> bool:
    """Whether a setting of a loader is one that needs workers, and turned on, at least unless somebody sets it."""
    if given is None:
        return False
    written = given.node
    if name == _CONTEXT:
        return isinstance(file.value(resolved_expression(file.tree, written)).is_literally, str)
    if name not in NEEDS_WORKERS:
        return False
    defaults = [tree.integer_literal(one) for one in option_defaults(file, written)]
    value = fact.settings.get(name, UNKNOWN)
    literal = defaults[0] if len(set(defaults)) == 1 else value.ref if value.kind == "number" else None
    if value.assumed or not literal or not isinstance(literal, NEEDS_WORKERS[name]):
        return False
    # It was the default of `prefetch_factor`.
    return name != "prefetch_factor" or literal != PREFETCH_BEFORE_2 or file.torch.reaches((2, 0))


def _without_workers(
    file: File, loader: LoaderView, name: str, given: ExpressionView, facts: list[DataLoaderFact]
) -> OptionOfWorkers | None:
    """The option, where there are no workers, or a setting or a condition may leave none."""
    written, count = _written(file, given.node), loader.setting(_COUNT)
    if count is None:
        is_left_out = loader.leaves_out(_COUNT)
        return OptionOfWorkers(file, written, name, given, None, False, True) if is_left_out else None
    if any(_is_zero(fact.settings.get(_COUNT, UNKNOWN)) for fact in facts):
        return OptionOfWorkers(file, written, name, given, count, False, True) if not _is_asked(file, count) else None
    if _is_asked(file, count):
        return None
    chosen = resolved_expression(file.tree, count.node)
    if isinstance(chosen, tree.Conditional):
        has_zero = any(tree.integer_literal(way) == 0 for way in (chosen.body, chosen.orelse))
        return OptionOfWorkers(file, written, name, given, count, False, True) if has_zero else None
    defaults = list(option_defaults(file, count.node))
    if defaults and all(tree.integer_literal(one) == 0 for one in defaults):
        return OptionOfWorkers(file, written, name, given, count, True, True)
    may_be = _is_setting(file, count.node)
    return OptionOfWorkers(file, written, name, given, count, False, False) if may_be else None


def _is_zero(value: Value) -> bool:
    return value.kind == "number" and value.ref == 0 and not isinstance(value.ref, bool) and not value.assumed


def _is_asked(file: File, count: ExpressionView) -> bool:
    """Whether a condition or an assertion of the file looks at the number, or at what it is taken from."""
    names = {tree.last_part(count.node), tree.last_part(resolved_expression(file.tree, count.node))} - {None, ""}
    asking: list[tree.If | tree.Conditional | tree.Assert]
    asking = [*file.tree.all(tree.If), *file.tree.all(tree.Conditional), *file.tree.all(tree.Assert)]
    parts = [*(node.test for node in asking), *file.tree.all(tree.Compare), *file.tree.all(tree.BoolOp)]
    return any(tree.last_part(node) in names for part in parts for node in tree.walk(part))


def _is_setting(file: File, count: tree.Expression) -> bool:
    """Whether the number is what a caller, a command line or a configuration says, and nothing that is computed."""
    held = resolved_expression(file.tree, count)
    if isinstance(held, tree.Name):
        made = reaching_definitions(file.tree, held)
        return all(one is not None and one.kind == "parameter" for one in made) and _NAMED.search(held.id) is not None
    if not isinstance(held, tree.Attribute) or _NAMED.search(held.attr) is None:
        return False
    return not any(cls.name == tree.dotted(held.value) for cls in file.analysis.classes)  # a class constant
