"""One site of the plan in this process: it counts, and asks its probe to look when it is worth it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from . import evidence
from .outputs import Backwards
from .sampling import look_after
from .search import Roots


class Visits:
    """How often a site was reached, and from which visit on there is more to do than to count.

    It is apart from the sites since Python finds the attributes of one class sooner than those of many.
    """

    __slots__ = ("count", "is_in_order", "is_resting", "next_look", "next_record")

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Begin to count."""
        self.count = 0
        self.next_look = 1
        self.next_record = 1
        self.is_resting = False  # the visit that goes on is only counted
        self.is_in_order = True  # a visit begins with what its roles begin with


class Site:
    """What all probes share. A probe counts at every visit, and looks closely at visits 1, 2, 3, 4, 8, 16, ..."""

    looks_at: ClassVar[tuple[str, ...]] = ()  # the roles whose values are captured
    may_look_at: ClassVar[tuple[str, ...]] = ()  # those that are captured where the plan has them
    looks_after: ClassVar[str | None] = None  # the role of the statement after which they are, if not where they stand
    looks_into: ClassVar[str] = ""  # the role of the function whose calls are told, where the plan has it
    stands_at: ClassVar[tuple[str, ...]] = ()  # the roles of which it only knows the lines
    touches_tensors: ClassVar[bool] = False  # whether it does so at backwards and at steps, too
    asks_backwards: ClassVar[bool] = False  # whether it tells `backwards` what it waits for, and no other is told to it
    looks_at_tensors: ClassVar[bool] = True  # whether it does so at all: what is done around that takes its time
    rests: ClassVar[bool] = False  # whether nothing is to be seen at visits that are not looked at closely

    file: str = ""  # the path of the code
    lines: dict[str, tuple[int, int]]  # where each role of the experiment begins and ends in it

    def __init__(self, identity: int, roles: Collection[str]) -> None:
        self.id = identity
        self.lines = {}
        self.counted = Visits()
        self.backwards = Backwards()
        self.roles = self.captured(roles)
        self.first = self.roles[0] if self.roles else ""  # of the experiment's roles: with it, a visit begins
        self.start()

    @property
    def visits(self) -> int:
        """How often the place was reached."""
        return self.counted.count

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
        self.counted.start()
        self.backwards.start()
        self.skipped = 0
        self.errors = 0
        self.error = ""
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
        counted = self.counted
        if counted.count < counted.next_look:
            return False
        counted.next_look = look_after(counted.count)
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


class Watcher:
    """One role of a site, whose values are captured at one place."""

    __slots__ = ("counted", "is_first", "looks_at_tensors", "rests", "role", "site")

    def __init__(self, site: Site, role: str) -> None:
        self.site = site
        self.role = role
        self.counted = site.counted
        self.is_first = role == site.first
        self.rests = site.rests
        self.looks_at_tensors = site.looks_at_tensors

    def only_counts(self) -> bool:
        """Whether the visit that a value belongs to is only counted, which is done then: of a probe that rests."""
        counted = self.counted
        if self.is_first:
            following = counted.count + 1
            counted.is_resting = (
                following < counted.next_look and following < counted.next_record and counted.is_in_order
            )
            counted.count += counted.is_resting
        return counted.is_resting

    def show(self, value: Any, may_touch: bool) -> None:
        """A value was captured: visit it, unless tensors can't be touched now."""
        counted = self.counted
        if self.is_first:
            counted.count += 1
        elif not counted.count:
            counted.is_in_order = False
        try:
            if may_touch:
                self.site.visit(self.role, value)
            else:
                self.site.skipped += self.is_first
                self.site.lose()
        except Exception as problem:
            self.site.failed(problem)
        if counted.count >= counted.next_record:
            counted.next_record = counted.count * 2
            self.site.write()

    def lose(self, problem: Exception) -> None:
        """A value could not be shown to the probe, by a fault of ours."""
        self.counted.count += self.is_first
        self.site.failed(problem)
