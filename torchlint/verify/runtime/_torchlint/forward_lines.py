"""Which lines make the nodes of autograd's graph, in a few forwards of the main thread.

PyTorch numbers the nodes in the order in which they are made, and tells the next number without using it up. Read
whenever Python comes to another line, it says which nodes the line before has made. For that, the thread is traced as a
debugger would, in code that is neither PyTorch's nor Python's own, and not at all where somebody else traces it.
"""

from __future__ import annotations

import os
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

from . import alive, dynamo, torch_state
from .code_paths import OURS, is_installed

PYTHON = os.path.dirname(os.__file__)
MOST_EVENTS = 100_000  # calls and lines of a forward: they take a tenth of a second or two
MOST_LINES = 10

Place = tuple[str, int]
Saver = tuple[int, str, int]


class ForwardLines:
    """The sequence numbers of nodes by the lines that have made them."""

    def __init__(self) -> None:
        self.is_on = self.was_started = False
        self.why = ""  # why nothing is known
        self.folder = os.getcwd()
        self._wanted: dict[str, bool] = {}
        self._torch = ""
        self._peek: Callable[[], int] = int
        self._begin()

    def _begin(self) -> None:
        self.firsts: list[int] = []  # sequence numbers, from each of which on another line makes nodes
        self.places: list[tuple[Place, Place] | None] = []  # the line, and the line of the user's that led there
        self._events = self._next = 0
        self._at: Place = ("", 0)

    def start(self) -> None:
        """Begin to trace this thread, unless that is not ours to do."""
        self._begin()
        self.was_started = True
        self.why = why_not()
        if self.why:
            return
        self._torch = os.path.dirname(torch_state.torch.__file__)
        self._peek = torch_state.torch.autograd._get_sequence_nr
        self._next = self._peek()
        self._trace_frames(sys._getframe(1))
        self.is_on = True
        sys.settrace(self._call)

    def stop(self) -> None:
        """Trace no more."""
        if not self.is_on:
            return
        self.is_on = False
        if sys.gettrace() == self._call:
            sys.settrace(None)
        elif not self.why:
            self.why = "the program has set its own trace function"
        frame: FrameType | None = sys._getframe(1)
        self._note(frame)
        while frame is not None:
            if frame.f_trace == self._line:
                frame.f_trace = None
            frame = frame.f_back

    def _trace_frames(self, frame: FrameType | None) -> None:
        """Trace those functions, too, that run already."""
        self._at = ("", 0)
        while frame is not None:
            if self._is_wanted(frame.f_code.co_filename):
                if not self._at[0]:
                    self._at = frame.f_code.co_filename, frame.f_lineno or 0
                if frame.f_trace is None:
                    frame.f_trace = self._line
            frame = frame.f_back

    def _call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """A function is called."""
        if not self._goes_on():
            return None
        if not self._is_wanted(frame.f_code.co_filename):
            return None
        self._note(frame.f_back)
        self._at = frame.f_code.co_filename, frame.f_lineno or 0
        return self._line

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        """A function comes to another line, or returns."""
        if not self._goes_on():
            return None
        self._note(frame)
        if event == "return":
            caller = self._nearest(frame.f_back)
            self._at = (caller.f_code.co_filename, caller.f_lineno or 0) if caller is not None else ("", 0)
        else:
            self._at = frame.f_code.co_filename, frame.f_lineno or 0
        return self._line

    def _goes_on(self) -> bool:
        self._events += 1
        if self.is_on and self._events < MOST_EVENTS:
            return True
        if self.is_on:
            self.is_on, self.why = False, "the forward runs too many lines"
        sys.settrace(None)  # also where the program has put us back after we had stopped
        return False

    def _note(self, frame: FrameType | None) -> None:
        """What was made since the last time is of the line that ran until now; `frame` is where that was."""
        number = self._peek()
        if number == self._next:
            return
        place = self._at
        while frame is not None and not self._is_users(frame.f_code.co_filename):
            frame = frame.f_back
        own = place
        if frame is not None and not self._is_users(place[0]):
            own = frame.f_code.co_filename, frame.f_lineno or 0
        if not self.places or self.places[-1] != (place, own):
            self.firsts.append(self._next)
            self.places.append((place, own))
        self._next = number

    def _nearest(self, frame: FrameType | None) -> FrameType | None:
        while frame is not None and not self._is_wanted(frame.f_code.co_filename):
            frame = frame.f_back
        return frame

    def _is_wanted(self, path: str) -> bool:
        if path not in self._wanted:
            is_pythons = path.startswith(PYTHON) and not is_installed(path)
            is_others = path.startswith((OURS, "<")) or bool(self._torch and path.startswith(self._torch + os.sep))
            self._wanted[path] = not is_pythons and not is_others
        return self._wanted[path]

    def _is_users(self, path: str) -> bool:
        return self._is_wanted(path) and not is_installed(path)

    def of(self, savers: Iterable[Saver]) -> list[dict[str, Any]]:
        """The lines whose operations have saved the most, and last what all others have saved."""
        if self.why:
            return []
        by_place: dict[tuple[Place, Place] | None, list[Saver]] = {}
        for saver in savers:
            by_place.setdefault(self._place_of(saver[0]), []).append(saver)
        sizes = {place: sum(size for _, _, size in its) for place, its in by_place.items()}
        most = sorted((place for place in by_place if place is not None), key=lambda place: -sizes[place])
        told = [self._told(place, sizes[place], by_place[place]) for place in most[:MOST_LINES]]
        rest = sum(sizes.values()) - sum(sizes[place] for place in most[:MOST_LINES])
        return [*told, {"line": None, "bytes": rest}] if rest else told

    def _place_of(self, number: int) -> tuple[Place, Place] | None:
        if number >= self._next or not self.firsts or number < self.firsts[0]:
            return None
        return self.places[bisect_right(self.firsts, number) - 1]

    def _told(self, place: tuple[Place, Place], size: int, savers: list[Saver]) -> dict[str, Any]:
        line, own = (f"{os.path.join(self.folder, path)}:{number}" for path, number in place)
        return {"line": line, "from": own, "bytes": size, "kinds": alive.kinds_of(savers)}


def why_not() -> str:
    """Why this thread is not ours to trace, or would tell nothing."""
    torch = torch_state.torch
    if getattr(torch.autograd, "_get_sequence_nr", None) is None:
        return "this PyTorch does not expose how it numbers graph nodes"
    if dynamo.is_used():
        return "the program uses torch.compile, which would compile the tracing as well"
    if sys.gettrace() is not None:
        return "a debugger or a coverage tool traces the program"
    return ""
