"""The user's command while it runs: the signals that torchlint gets on its behalf, and its end with all its processes.

It runs in torchlint's own session and process group, with all inherited file descriptors, as a shell would have started
it: it may read from the terminal, and what is typed there (Ctrl-C, Ctrl-Z) reaches it without torchlint. A signal that
somebody sends to torchlint alone is passed on.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from torchlint.verify.process_tree import end_tree, launched, processes_of

if TYPE_CHECKING:
    from typing import Any

# Windows refuses to send SIGINT, and ends a process by any other: none of them asks.
HAS_SIGNALS = os.name != "nt"
TREE_PATIENCE = 5.0  # seconds that taskkill has
TICK = 0.2  # seconds between two looks at what has come in meanwhile
# Seconds that the command has between two signals that are to end it: to save, and to end its own processes.
PATIENCE = 30.0
# So many requests to end show that it does not: then it is ended.
MOST_REQUESTS = 3


def _there(*names: str) -> frozenset[int]:
    return frozenset(getattr(signal, name) for name in names if hasattr(signal, name))


# What asks a program to end; SIGHUP comes when its terminal is closed.
ENDING = _there("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
# What tells it something: SLURM and Lightning send these before they stop a job.
TELLING = _there("SIGUSR1", "SIGUSR2", "SIGCONT", "SIGTSTP")
# What a terminal sends to all of its foreground group when somebody types it.
TYPED = _there("SIGINT", "SIGQUIT", "SIGTSTP")
_FROM_KERNEL = 0x80  # `si_code` of a signal that a terminal has sent to its whole foreground group (SI_KERNEL)


@dataclass
class RunningCommand:
    """A command that was started, and what it was asked meanwhile."""

    process: subprocess.Popen[bytes]
    environment_mark: str  # what the environment of each of its processes has
    patience: float = PATIENCE
    stopped: str = ""  # why it was to end before its time, if it was
    _received: list[int] = field(default_factory=list)  # before anybody waited
    _requests: int = 0

    def wait(self, timeout: float | None, watch: Callable[[], None]) -> int:
        """Wait until the command ends, or for `timeout` seconds, and then end it; its exit status.

        Signals are passed on meanwhile, and `watch` is called over and over.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while self.process.poll() is None:
            left = TICK if end is None else max(0.0, min(TICK, end - time.monotonic()))
            self._pass_on(left)
            watch()
            if self._requests >= MOST_REQUESTS:
                return self.end(signal.SIGTERM)
            if end is not None and time.monotonic() >= end and self.process.poll() is None:
                self.stopped = self.stopped or f"stopped after {timeout:g} s"
                return self.end(signal.SIGINT, signal.SIGTERM)
        return self.process.returncode

    def end(self, *polite: signal.Signals) -> int:
        """End the command and its processes, by ever stronger signals; at once when somebody asks once more."""
        if not HAS_SIGNALS:
            return self._end_tree()
        for asked, sent in enumerate(polite):
            self._send_to_all(sent, except_launched=asked == 0)
            requests, until = self._requests, time.monotonic() + self.patience
            while (is_there := self._is_there()) and time.monotonic() < until and self._requests == requests:
                self._pass_on(0.01 if self.process.poll() is None else TICK, quietly=True)
            if not is_there:
                break
        self._send_to_all(_KILL)  # also where none was seen: one may have been started while the others were listed
        return self.process.wait()

    def _is_there(self) -> bool:
        """Whether the command or a process of it still runs: one may be saving after its parent has ended."""
        return self.process.poll() is None or bool(self._processes() - {self.process.pid})

    def _processes(self) -> set[int]:
        return set(processes_of(self.process.pid, self.environment_mark))

    def _pass_on(self, seconds: float, *, quietly: bool = False) -> None:
        """Wait so long for a signal, and give it to the command, which has it already if it came from the terminal."""
        number, is_from_terminal = self._next(seconds)
        if number is None:
            return
        if number in ENDING:
            self._requests += 1
            name = signal.Signals(number).name
            self.stopped = self.stopped or ("interrupted" if name == "SIGINT" else f"ended by {name}")
        if not is_from_terminal and not quietly and HAS_SIGNALS:
            self.process.send_signal(number)  # which does nothing if it has ended
        if number in _there("SIGTSTP"):
            os.kill(os.getpid(), signal.SIGSTOP)  # until SIGCONT, which is passed on

    def _next(self, seconds: float) -> tuple[int | None, bool]:
        """The next signal, within so many seconds, and whether it has come from the terminal."""
        if self._received:
            number = self._received.pop(0)
            return number, not _CAN_WAIT and number in TYPED and _is_in_foreground()
        if not _CAN_WAIT:
            try:
                self.process.wait(seconds)
            except (subprocess.TimeoutExpired, KeyboardInterrupt) as stopped:
                # A console sends its Ctrl-C to all its processes.
                return (signal.SIGINT, True) if isinstance(stopped, KeyboardInterrupt) else (None, False)
            return None, False
        got: Any = signal.sigtimedwait([*_taken(), signal.SIGCHLD], seconds)
        if got is None or got.si_signo == signal.SIGCHLD:
            return None, False
        return got.si_signo, got.si_code == _FROM_KERNEL

    def _send_to_all(self, sent: int, *, except_launched: bool = False) -> None:
        """Send a signal to all processes of the command.

        A launcher such as torchrun sends its workers the signal that it gets: the same one twice would interrupt the
        saving that the first one has started.
        """
        processes = self._processes()
        for process in processes - (launched(processes) if except_launched else set()) - {self.process.pid}:
            _kill(process, sent)
        self.process.send_signal(sent)

    def _end_tree(self) -> int:
        """End the command with all its processes where there are no signals that ask them to: on Windows."""
        if not end_tree(self.process.pid):
            self.process.terminate()
        try:
            return self.process.wait(TREE_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.terminate()
            return self.process.wait()


@contextmanager
def started(
    command: Sequence[str], environment: Mapping[str, str], mark: str, stdout: int | None, patience: float
) -> Iterator[RunningCommand]:
    """Start a command; what asks torchlint to end meanwhile is for the command.

    Raises OSError if it can't be started.
    """
    with _handled() as received:
        # `close_fds` would close `<(...)` of a shell and the pipes of `make`; Python's own are never inherited.
        process = subprocess.Popen(command, stdout=stdout, env=environment, close_fds=False)
        running = RunningCommand(process, mark, patience, _received=received)
        with _blocked():
            try:
                yield running
            finally:
                if process.poll() is None:
                    running.end(signal.SIGINT, signal.SIGTERM)


def _taken() -> list[int]:
    """The signals that are passed on: those that this process does not ignore, as under `nohup`."""
    return [number for number in ENDING | TELLING if signal.getsignal(number) is not signal.SIG_IGN]


@contextmanager
def _handled() -> Iterator[list[int]]:
    """Note the signals that come before somebody waits for them, instead of being ended by them.

    Where nobody can wait for them, as on macOS, this is how all of them are noted.
    """
    received: list[int] = []
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in _taken() if HAS_SIGNALS else ():
            before[number] = signal.signal(number, lambda number, _: received.append(number))
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _blocked() -> Iterator[None]:
    """Keep signals until they are waited for, so that they tell who has sent them."""
    if not _CAN_WAIT:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [*_taken(), signal.SIGCHLD])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _is_in_foreground() -> bool:
    """Whether a terminal has this process group in its foreground, so that what is typed there is sent to all of it."""
    try:
        with open("/dev/tty", "rb") as terminal:
            return os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    except OSError:
        return False  # there is no terminal


def _kill(process: int, sent: int) -> None:
    try:
        os.kill(process, sent)
    except (ProcessLookupError, PermissionError):
        return  # it has ended, or become somebody else's


_CAN_WAIT = hasattr(signal, "sigtimedwait")  # not on Windows and macOS
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows ends a process by any signal
