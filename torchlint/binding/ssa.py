"""Values of names in static single assignment form, while code is walked: what each name stands for now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from torchlint.binding.definitions import Definition


class Phi:
    """A name where several ways meet; each operand is the value that one of them brings."""

    __slots__ = ("operands", "reached_by")

    def __init__(self, operands: Iterable[Value]) -> None:
        self.operands: list[Value] = list(operands)
        self.reached_by: tuple[Definition | None, ...] | None = None  # worked out when it is first asked for


# What a name stands for at a place; None where the scope has given it no value yet.
Value: TypeAlias = "Definition | Phi | None"
Names: TypeAlias = "dict[str, Value]"


def reached_by(value: Value) -> tuple[Definition | None, ...]:
    """The definitions behind a value; None among them where there may be none."""
    if not isinstance(value, Phi):
        return (value,)
    if value.reached_by is None:
        seen: dict[Value, None] = {value: None}
        todo: list[Value] = [value]
        while todo:
            here = todo.pop()
            more = [one for one in here.operands if one not in seen] if isinstance(here, Phi) else []
            seen.update(dict.fromkeys(more))
            todo += more
        leaves = [one for one in seen if not isinstance(one, Phi)]
        value.reached_by = tuple(sorted(leaves, key=lambda one: -1 if one is None else one.node.start))
    return value.reached_by


class CurrentValues:
    """What each name stands for at the place that a walk has come to.

    What a branch changes goes into a journal and is undone for the other branch, so that the cost is that of the code,
    and not that of the names times the branches.
    """

    def __init__(self) -> None:
        self.is_dead = False  # whether no way leads to the place
        self._current: Names = {}
        self._journals: list[Names] = []  # of each branch that is open: what the names were that it has bound

    def get(self, name: str) -> Value:
        """What a name stands for here."""
        return self._current.get(name)

    def bind(self, name: str, value: Value) -> None:
        """Give a name another value."""
        if self._journals:
            self._journals[-1].setdefault(name, self._current.get(name))
        self._current[name] = value

    def branch(self, run: Callable[[], None]) -> Names | None:
        """What names stand for after some code, which is then undone; None where its end is never reached."""
        journal: Names = {}
        was_dead = self.is_dead
        self._journals.append(journal)
        run()
        self._journals.pop()
        after = None if self.is_dead else {name: self._current.get(name) for name in journal}
        self._current.update(journal)
        self.is_dead = was_dead
        return after

    def meet(self, ways: Sequence[Names | None]) -> None:
        """Go on where several ways meet; a name that a way does not speak of is as it was before them."""
        live = [way for way in ways if way is not None]
        self.is_dead = self.is_dead or not live
        for name in dict.fromkeys(name for way in live for name in way):
            values = dict.fromkeys(way[name] if name in way else self._current.get(name) for way in live)
            self.bind(name, next(iter(values)) if len(values) == 1 else Phi(values))

    def partly(self, made: Iterable[Definition]) -> Names:
        """What names may stand for anywhere in code that makes these definitions, beginning from here."""
        found: dict[str, list[Value]] = {}
        for one in made:
            found.setdefault(one.name, [self._current.get(one.name)]).append(one)
        return {name: Phi(values) for name, values in found.items()}
