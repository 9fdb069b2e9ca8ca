"""Functions that torch.compile compiles again and again while the program goes on."""

from __future__ import annotations

from typing import Any

from .. import dynamo
from ..faults import quietly
from ..monitor import Monitor
from ..places import Place, here, line_of

MOST_FUNCTIONS = 1000
MOST_CALLS = 1000
MOST_REASONS = 3
LONGEST = 120
REST = "torch_dynamo_resume_in_"


class _Function:
    """One function, or the rest of one after a graph break, and what its later versions were compiled for."""

    def __init__(self, name: str, place: Place) -> None:
        self.name = name  # nothing where it is of no file that was checked, and the place is that of a call
        self.place = place
        self.compiled = 0
        self.seconds = 0.0
        self.most = 0  # versions that were there when another one was compiled
        self.moments: set[int] = set()  # the steps and batches after which that was
        self.reasons: dict[str, int] = {}

    def is_compiled_again(self, record: Any, moment: int) -> None:
        self.compiled += 1
        self.seconds += getattr(record, "entire_frame_compile_time_s", None) or 0.0
        self.most = max(self.most, record.cache_size)
        self.moments.add(moment)
        reason = reason_of(record)
        if reason:
            self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def facts(self) -> dict[str, Any]:
        return {
            "function": self.name,
            "compiled": self.compiled,
            "moments": len(self.moments),
            "versions": self.most + 1,
            "limit": dynamo.most_versions(),
            "seconds": round(self.seconds, 6),
            "reasons": list(self.reasons)[:MOST_REASONS],
            "distinct": len(self.reasons),
            "is_judged": dynamo.is_judged(self.place[0], self.place[1]),
        }


class Compilations(Monitor):
    """Asks TorchDynamo after each step and each batch for what it has compiled since, if it has begun to compile."""

    light = frozenset({"batch_came", "step_ends"})

    def __init__(self) -> None:
        self._hears = False
        super().__init__()

    def begin(self) -> None:
        self._functions: dict[tuple[str, str, int], _Function] = {}
        self._calls: dict[str, Place] = {}  # where what has an id was compiled for
        before = dynamo.last_compilations()  # by the process that this one was forked from
        self._last = key_of(before[-1]) if before else None  # what was compiled last
        self._moment = 0
        self._is_compiling = False  # something was begun, and no look has found it so far

    def optimizer_made(self, optimizer: Any) -> None:
        self._listen()

    def backward_due(self, starts: list[Any]) -> None:
        self._listen()

    def batch_came(self, iterator: Any) -> None:
        if not self._hears or self._is_compiling:
            self._listen()
            self._look()
        self._moment += 1

    step_ends = batch_came  # type: ignore[assignment]  # told by position

    def _listen(self) -> None:
        self._hears = self._hears or dynamo.hear_of_compilations(self._begins)

    def _begins(self, *about: Any) -> None:
        """TorchDynamo begins to compile; older versions of torch don't tell what."""
        self._is_compiling = True
        quietly("monitor compilations", self._note_call, getattr(about[0], "compile_id", None) if about else None)

    def _note_call(self, compile_id: Any) -> None:
        place = here()
        if isinstance(compile_id, str) and place is not None and len(self._calls) < MOST_CALLS:
            self._calls[compile_id] = place

    def _look(self) -> None:
        records = dynamo.last_compilations()
        if not records or key_of(records[-1]) == self._last:
            return
        self._is_compiling = False
        keys = [key_of(record) for record in records]
        new = records[keys.index(self._last) + 1 :] if self._last in keys else records
        self._last = keys[-1]
        for record in new:
            if record.co_filename and record.co_name and record.cache_size:  # not the first version
                self._note(record)

    def _note(self, record: Any) -> None:
        key = record.co_filename, record.co_name, record.co_firstlineno
        one = self._functions.get(key)
        if one is None:
            defined = line_of(record.co_filename, record.co_firstlineno)
            place = defined or self._calls.get(str(record.compile_id))
            if place is None or len(self._functions) >= MOST_FUNCTIONS:
                return
            one = self._functions[key] = _Function(name_of(record.co_name) if defined else "", place)
        one.is_compiled_again(record, self._moment)

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        self._look()
        return [(one.place, one.facts()) for one in self._functions.values()]


def name_of(function: str) -> str:
    """What a function is called; the rest of one begins behind the graph break."""
    return (
        f"the rest of `{function[len(REST) :].rpartition('_at_')[0]}`" if function.startswith(REST) else f"`{function}`"
    )


def key_of(record: Any) -> tuple[Any, ...]:
    """What tells one compilation from another."""
    started = getattr(record, "start_time_us", None) or getattr(record, "start_time", None)
    return getattr(record, "compile_id", None), record.co_filename, record.co_firstlineno, started


def reason_of(record: Any) -> str:
    """The guard that failed, as TorchDynamo writes it, without the line that it comes from and without hints."""
    said = getattr(record, "recompile_reason", None) or ""
    return " ".join(said.partition("\n")[0].partition("  #")[0].partition(": ")[2].split())[:LONGEST]
