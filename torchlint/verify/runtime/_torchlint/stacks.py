"""Which code the main thread runs, asked 50 times a second: only if the plan wants it.

DataLoader workers are asked as well: what they do while the loop waits for them is what makes it wait.

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

from . import evidence, plan, timeline, torch_state, waiting
from .code_paths import OURS
from .switching import hand_over_soon

EVERY = 0.02  # seconds
MOST_LATE = 50  # times that one answer counts at most: more is a process that was stopped, or a laptop that slept
MOST_STACKS = 10_000
FIRST_RECORD = 2.0  # seconds until stacks are written first; then after twice that time, and so on
OWN_THREADS = 2  # the main one and ours: the queue of a worker has another one, which sleeps
STARTERS = ("boot.py", "main_script.py")  # what they call is the user's script

WORKER = os.path.join("torch", "utils", "data", "_utils", "worker.py")

Place = tuple[Any, int]  # a code object, and a line in it
Counts = dict[tuple[Place, ...], int]


class Sampler:
    """Counts the stacks of the main thread. A stack is what is called by what, outermost first."""

    def __init__(self) -> None:
        self.counts: Counts = {}  # from the first batch, backward or step on; of a worker, all
        self.set_up: Counts = {}  # before that
        self.while_waiting: Counts = {}  # of a worker: those of `counts` in which the loop waited for a batch
        self._folder = os.getcwd()
        self._main = threading.main_thread().ident
        self._loop: waiting.Loop | None = None
        self._next_record = time.perf_counter() + FIRST_RECORD
        self._record_after = FIRST_RECORD
        self._asked = 0.0  # the moment up to which the answers so far stand for
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
        self._asked = time.perf_counter()
        try:
            while not stop.acquire(timeout=max(0.0, self._asked + EVERY - time.perf_counter())):
                self._ask(self._times())
        except Exception as problem:
            evidence.write("fault", part="stacks", error=type(problem).__name__)
        finally:
            hand_over_soon(False)

    def _times(self) -> int:
        """How many times this answer counts: it is late where C code has kept the GIL, which is what it then tells."""
        now = time.perf_counter()
        times = max(1, int((now - self._asked) / EVERY))
        self._asked = self._asked + EVERY * times if times <= MOST_LATE else now
        return min(times, MOST_LATE)

    def _ask(self, times: int = 1) -> None:
        frames = sys._current_frames()
        stack = places_of(frames.get(self._main or 0))
        hand_over_soon(len(frames) <= OWN_THREADS or is_worker())
        del frames
        if is_worker():
            add(self.counts, stack, times)
            self._loop = self._loop or waiting.Loop(parent_of_worker())
            if self._loop.waits():
                add(self.while_waiting, stack, times)
        else:
            add(self.counts if timeline.now().has_begun else self.set_up, stack, times)
        if time.perf_counter() >= self._next_record:
            self._record_after *= 2
            self._next_record = time.perf_counter() + self._record_after
            self.write()

    def write(self) -> None:
        """Write the counts so far: the last such record of a process holds."""
        stacks = self._folded(self.counts)
        if is_worker():
            waits = self._folded(self.while_waiting)
            started = sum(self.set_up.copy().values())
            parent = parent_of_worker()
            evidence.write("worker", loads_for=parent, starting=started, stacks=stacks, while_waiting=waits)
        elif stacks or self.set_up:
            evidence.write("stacks", stacks=stacks, set_up=self._folded(self.set_up))

    def _folded(self, counts: Counts) -> dict[str, int]:
        folded: dict[str, int] = {}
        for stack, count in counts.copy().items():
            name = ";".join(self._named(*place) for place in stack)
            folded[name] = folded.get(name, 0) + count
        return folded

    def _named(self, code: Any, line: int) -> str:
        path = code.co_filename
        if not path.startswith("<"):
            path = os.path.join(self._folder, path)
        return f"{path}:{getattr(code, 'co_qualname', code.co_name)}:{line}".replace(";", ",")


def add(counts: Counts, stack: tuple[Place, ...], times: int) -> None:
    """Count a stack; beyond the most that are kept apart, by where it begins."""
    if stack not in counts and len(counts) >= MOST_STACKS:
        stack = stack[:1]
    if stack:
        counts[stack] = counts.get(stack, 0) + times


def places_of(frame: FrameType | None) -> tuple[Place, ...]:
    """Where a thread is, outermost first; empty while we are at work. No frame is held for longer than this takes.

    A DataLoader worker begins with its loop: below it are the frames of the process that it was forked from.
    """
    places: list[Place] = []
    while frame is not None:
        path = frame.f_code.co_filename
        if not path.startswith(OURS):
            places.append((frame.f_code, frame.f_lineno or 0))
            if frame.f_code.co_name == "_worker_loop" and path.endswith(WORKER):
                break
        elif not path.endswith(STARTERS):
            return ()  # the time that we take is not the program's
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


def parent_of_worker() -> int:
    """The process that this worker loads data for."""
    multiprocessing = sys.modules.get("multiprocessing.process")
    parent = None if multiprocessing is None else multiprocessing.parent_process()
    return os.getppid() if parent is None else int(parent.pid)


def is_to_load() -> bool:
    """Whether multiprocessing has forked this process as a DataLoader worker."""
    process = sys.modules["multiprocessing.process"].current_process()
    target = getattr(process, "_target", None)
    return getattr(target, "__name__", "") == "_worker_loop" and target.__module__.startswith("torch.utils.data")


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


def start_in_worker() -> None:
    """Ask again if this forked process loads data for its parent."""
    if is_to_load():
        start()


def finish() -> None:
    """Stop asking, and write what there is."""
    global _sampler
    if _sampler is not None:
        _sampler.stop()
        _sampler.write()
    _sampler = None
