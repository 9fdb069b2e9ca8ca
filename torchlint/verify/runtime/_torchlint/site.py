"""One site of the plan in this process: it counts, and asks its probe to look when it is worth it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, ClassVar

from . import evidence
from .sampling import look_after
from .search import Roots


class Site:
    """What all probes share. A probe counts at every visit, and looks closely at visits 1, 2, 3, 4, 8, 16, ..."""

    looks_at: ClassVar[tuple[str, ...]] = ()  # the roles whose values are captured
    may_look_at: ClassVar[tuple[str, ...]] = ()  # those that are captured where the plan has them
    looks_after: ClassVar[str | None] = None  # the role of the statement after which they are, if not where they stand
    looks_into: ClassVar[str] = ""  # the role of the function whose calls are told, where the plan has it
    stands_at: ClassVar[tuple[str, ...]] = ()  # the roles of which it only knows the lines
    touches_tensors: ClassVar[bool] = False  # whether it does so at backwards and at steps, too
    rests: ClassVar[bool] = False  # whether nothing is to be seen at visits that are not looked at closely

    file: str = ""  # the path of the code
    lines: dict[str, tuple[int, int]]  # where each role of the experiment begins and ends in it

    def __init__(self, identity: int, roles: Collection[str]) -> None:
        self.id = identity
        self.lines = {}
        self.roles = self.captured(roles)
        self.first = self.roles[0] if self.roles else ""  # of the experiment's roles: with it, a visit begins
        self.start()

    @classmethod
    def captured(cls, planned: Collection[str]) -> tuple[str, ...]:
        """The roles of those that are planned that this probe captures, and those that it can't do without."""
        wanted = (*cls.looks_at, *cls.may_look_at)
        return (*(role for role in planned if role in wanted), *(role for role in cls.looks_at if role not in planned))

    @classmethod
    def needed(cls, planned: Collection[str]) -> tuple[str, ...]:
        """The roles of those that are captured without which nothing can be seen."""
        return cls.captured(planned)

    def start(self) -> None:
        """Begin to count."""
        self.visits = 0
        self.skipped = 0
        self.errors = 0
        self.error = ""
        self._next_look = 1
        self._next_record = 1
        self._is_resting = False
        self._is_in_order = True  # a visit begins with what its roles begin with
        self.facts: dict[str, Any] = {}
        self.begin()

    def start_anew(self) -> None:
        """Begin to count in a process that was forked."""
        try:
            self.start()
        except Exception as problem:
            self.failed(problem)

    def begin(self) -> None:
        """Set what the probe itself keeps."""

    def visit(self, role: str, value: Any) -> None:
        """Look at a captured value."""
        raise NotImplementedError

    def awaits_backward(self) -> bool:
        """Whether the next backward can tell something that is not known yet."""
        return True

    def backward(self, roots: Roots) -> None:
        """Look at the nodes where a backward starts."""

    def awaits_step(self) -> bool:
        """Whether the next step can tell something that is not known yet."""
        return True

    def stepped(self, optimizer: Any) -> None:
        """Look at an optimizer that has just made a step."""

    def lose(self) -> None:
        """Forget what is half seen: something has happened that can't be looked at."""

    def end(self) -> None:
        """Bring the facts up to date before they are written."""

    def rests_at(self, role: str) -> bool:
        """Whether the visit that begins or goes on here is only counted: there is nothing to see at it.

        Such a visit is neither the next one to look at closely nor one after which something is written.
        """
        if role == self.first:
            following = self.visits + 1
            self._is_resting = following < self._next_look and following < self._next_record and self._is_in_order
            self.visits += self._is_resting
        return self._is_resting

    def reached(self, role: str, value: Any, may_touch: bool) -> None:
        """A value was captured: visit it, unless tensors can't be touched now."""
        if role == self.first:
            self.visits += 1
        elif not self.visits:
            self._is_in_order = False
        try:
            if may_touch:
                self.visit(role, value)
            else:
                self.skipped += role == self.first
                self.lose()
        except Exception as problem:
            self.failed(problem)
        if self.visits >= self._next_record:
            self._next_record = self.visits * 2
            self.write()

    def lost(self, role: str, problem: Exception) -> None:
        """A value could not be shown to the probe, by a fault of ours."""
        self.visits += role == self.first
        self.failed(problem)

    def hear_backward(self, roots: Callable[[], Roots], may_touch: bool) -> None:
        """Tell the probe, which was reached, where the program starts to differentiate, if it waits for that."""
        try:
            if self.awaits_backward():
                if may_touch or not self.touches_tensors:
                    self.backward(roots())
                else:
                    self.lose()
        except Exception as problem:
            self.failed(problem)

    def waits_for_step(self) -> bool:
        """Whether the probe, which was reached, waits for a step."""
        try:
            return self.awaits_step()
        except Exception as problem:
            self.failed(problem)
            return False

    def hear_step(self, optimizer: Any, may_touch: bool) -> None:
        """Tell the probe which optimizer has made a step."""
        try:
            if may_touch or not self.touches_tensors:
                self.stepped(optimizer)
            else:
                self.lose()
        except Exception as problem:
            self.failed(problem)

    def is_worth_a_look(self) -> bool:
        """Whether this visit is one of those that are looked at closely."""
        if self.visits < self._next_look:
            return False
        self._next_look = look_after(self.visits)
        return True

    def write(self) -> None:
        """Write what is known so far: the last such record of a process holds."""
        try:
            self.end()
        except Exception as problem:
            self.failed(problem)
        try:
            self._write(self.facts)
        except (TypeError, ValueError) as problem:  # these facts are no JSON
            self.failed(problem)
            self._write({})

    def _write(self, facts: dict[str, Any]) -> None:
        counts = {"visits": self.visits, "skipped": self.skipped, "errors": self.errors, "error": self.error}
        evidence.write("obs", site=self.id, **counts, facts=facts)

    def failed(self, problem: Exception) -> None:
        """A fault of ours, which leaves the finding undecided."""
        self.errors += 1
        self.error = self.error or type(problem).__name__
