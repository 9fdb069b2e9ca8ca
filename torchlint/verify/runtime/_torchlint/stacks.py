"""Which code the main thread runs, asked 50 times a second: only if the plan wants it.

The thread that asks is one that `threading` does not list, and it is gone while the program forks: a fork of a process
with several threads is warned of by Python, and is a risk.
"""

from __future__ import annotations

import _thread
import os
import sys
import threading
import time
from types import FrameType
from typing import Any

from . import evidence, plan, torch_state

EVERY = 0.02  # seconds
MOST_STACKS = 10_000
FIRST_RECORD = 2.0  # seconds until stacks are written first; then after twice that time, and so on
OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STARTERS = ("boot.py", "main_script.py")  # what they call is the user's script

Place = tuple[Any, int]  # a code object, and a line in it


class Sampler:
    """Counts the stacks of the main thread. A stack is what is called by what, outermost first."""

    def __init__(self) -> None:
        self.counts: dict[tuple[Place, ...], int] = {}
        self._folder = os.getcwd()
        self._main = threading.main_thread().ident
        # A process that multiprocessing has started may turn out to be a loader's worker: it writes at its end only.
        self._next_record = float("inf") if is_child() else time.perf_counter() + FIRST_RECORD
        self._record_after = FIRST_RECORD
        self._stop = _thread.allocate_lock()  # held as long as the thread shall run
        self._thread: int | None = None

    def start(self) -> None:
        """Begin to ask."""
        self._stop = _thread.allocate_lock()
        self._stop.acquire()
        self._thread = None
        known = _thread.allocate_lock()
        known.acquire()
        _thread.start_new_thread(self._run, (self._stop, known))
        known.acquire()

    def stop(self) -> None:
        """Return when the thread is gone, or after a tenth of a second."""
        if not self._stop.locked():
            return
        self._stop.release()
        task = f"/proc/self/task/{self._thread}"
        end = time.perf_counter() + 0.1
        while os.path.exists(task) and time.perf_counter() < end:
            time.sleep(0.0002)

    def _run(self, stop: Any, known: Any) -> None:
        self._thread = _thread.get_native_id()
        known.release()
        try:
            while not stop.acquire(timeout=EVERY) and not is_worker():
                self._ask()
        except Exception as problem:
            evidence.write("fault", part="stacks", error=type(problem).__name__)

    def _ask(self) -> None:
        stack = places_of(sys._current_frames().get(self._main or 0))
        if stack not in self.counts and len(self.counts) >= MOST_STACKS:
            stack = stack[:1]
        if stack:
            self.counts[stack] = self.counts.get(stack, 0) + 1
        if time.perf_counter() >= self._next_record:
            self._record_after *= 2
            self._next_record = time.perf_counter() + self._record_after
            self.write()

    def write(self) -> None:
        """Write the counts so far: the last such record of a process holds."""
        folded: dict[str, int] = {}
        for stack, count in self.counts.copy().items():
            name = ";".join(self._named(*place) for place in stack)
            folded[name] = folded.get(name, 0) + count
        if folded and not is_worker():
            evidence.write("stacks", stacks=folded)

    def _named(self, code: Any, line: int) -> str:
        path = code.co_filename
        if not path.startswith("<"):
            path = os.path.join(self._folder, path)
        return f"{path}:{getattr(code, 'co_qualname', code.co_name)}:{line}".replace(";", ",")


def places_of(frame: FrameType | None) -> tuple[Place, ...]:
    """Where a thread is, outermost first, without us and what we call. No frame is held for longer than this takes."""
    places: list[Place] = []
    while frame is not None:
        path = frame.f_code.co_filename
        if not path.startswith(OURS):
            places.append((frame.f_code, frame.f_lineno or 0))
        elif not path.endswith(STARTERS):
            places.clear()
        frame = frame.f_back
    return tuple(reversed(places))


_sampler: Sampler | None = None


def start() -> None:
    """Begin to ask, if the plan wants it."""
    global _sampler
    if plan.stacks and _sampler is None:
        _sampler = Sampler()
        _sampler.start()


def is_worker() -> bool:
    """Whether this process loads data for another one."""
    return torch_state.worker_info() is not None


def is_child() -> bool:
    """Whether multiprocessing has started this process."""
    multiprocessing = sys.modules.get("multiprocessing.process")
    return multiprocessing is not None and multiprocessing.parent_process() is not None


def before_fork() -> None:
    if _sampler is not None:
        _sampler.stop()


def after_fork() -> None:
    if _sampler is not None:
        _sampler.start()


def start_anew() -> None:
    """Ask nothing in a forked process: the thread is not there, and the stacks are those of its parent."""
    global _sampler
    _sampler = None


def finish() -> None:
    """Stop asking, and write what there is."""
    global _sampler
    if _sampler is not None:
        _sampler.stop()
        _sampler.write()
    _sampler = None
