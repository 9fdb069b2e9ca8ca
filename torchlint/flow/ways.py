"""The ways that code may take: the branches of a condition, and the methods that a call may run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from torchlint.domain.joins import join
from torchlint.domain.values import NUMBER, Value, truth_of
from torchlint.flow.interpreter import Ends
from torchlint.flow.state import NAMES_PER_WORK, AbstractState, Frame
from torchlint.flow.training_trace import Trace
from torchlint.syntax import tree


class Ways:
    """Branches that start from the same state, of which one runs: they are run one after the other, and then joined."""

    def __init__(self, frame: Frame) -> None:
        self._frame, self._names = frame, frame.scope.names
        self._state = self._after = AbstractState(frame.state.grad, frame.state.modes)
        self._joined: dict[str, Value] | None = None
        self._traces: list[Trace] = []
        self._some_left = False
        frame.interpreter.layers.undecided += 1

    def enter(self) -> None:
        """Begin the next branch."""
        frame = self._frame
        frame.scope.names = dict(self._names)
        frame.interpreter.work += len(self._names) // NAMES_PER_WORK
        frame.state.grad, frame.state.modes = self._state.grad, self._state.modes.copy()
        self._traces.append(frame.interpreter.tracer.begin())

    def leave(self, ended: Ends, body: list[tree.Statement]) -> None:
        """End the branch `body`."""
        frame = self._frame
        frame.interpreter.tracer.end()
        if not ended:
            if self._joined is None:
                self._joined, self._after = frame.scope.names, AbstractState(frame.state.grad, frame.state.modes)
            else:
                self._joined = join_names(self._joined, frame.scope.names)
                self._after.join(frame.state)
        elif not isinstance(body[-1], tree.Raise):
            self._some_left = True

    def close(self, test: tree.Expression | None) -> Ends:
        """Join the branches that reach their end; returns whether none does."""
        frame = self._frame
        if not self._some_left:  # else what follows may not run either, up to the end of the function
            frame.interpreter.layers.undecided -= 1
        frame.scope.names = self._names if self._joined is None else self._joined
        frame.state.grad, frame.state.modes = self._after.grad, self._after.modes
        frame.interpreter.tracer.choose(frame.function, frame.unit, test, self._traces)
        return self._joined is None


def join_names(a: dict[str, Value], b: dict[str, Value]) -> dict[str, Value]:
    """The values of names after two branches, of which one has run."""
    found = dict(a)
    for name, value in b.items():
        old = found.get(name)
        found[name] = value if old is None or old is value else join(old, value)
    for name in a.keys() ^ b.keys():
        if "." in name and truth_of(found[name]) is not None:
            found[name] = NUMBER  # on the other way, the attribute has a value that nothing here has assigned
    return found


def run_one_of(frame: Frame, runs: Sequence[Callable[[], Value]]) -> list[Value]:
    """The result of each of these calls, of which only one is made: each starts from the same state."""
    if len(runs) < 2:
        return [run() for run in runs]
    ways, results = Ways(frame), []
    for run in runs:
        ways.enter()
        results.append(run())
        ways.leave(False, [])
    ways.close(None)
    return results
