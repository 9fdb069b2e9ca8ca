"""The paths through a training trace: what happens in which order in one pass of a loop, or one call of a function."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from torchlint.flow.training_trace import Called, Choice, Exit, ExitKind, Question, Repeat, Step, Trace, level, steps_of
from torchlint.syntax import tree

# With more paths than this through one pass, nothing is concluded.
MOST_PATHS = 128
# Around more steps of optimizers than this, no loop is looked at: each is compared with all that happens around it.
_MOST_STEPS = 128
Answers = tuple[tuple[Question, int], ...]


@dataclass(frozen=True, slots=True)
class Path:
    """One path: the steps in order, how it ends, and the branch conditions that it assumes."""

    steps: tuple[Step, ...] = ()  # the steps of training, in order
    ends: ExitKind | Literal[""] = ""  # how it is left: "break", "return", ...; empty at the end of the pass
    answers: Answers = ()  # the conditions that it assumes, each with its outcome

    @property
    def comes_around(self) -> bool:
        """Whether another pass of the loop follows."""
        return self.ends in ("", "continue")


class TooMany(Exception):
    """There are too many paths to enumerate."""


def paths(trace: Trace, keep: Callable[[Step], bool], asking: Collection[str] = ()) -> list[Path]:
    """The paths through a trace that differ in the steps that `keep` selects; empty if there are too many.

    The conditions in `asking` are among those that a path assumes.
    """
    kept = _only(trace, keep, _questions(trace))
    asked = [choice.test for choice in _choices(kept)]
    try:
        return list(
            dict.fromkeys(
                _through(kept, {test for test in asked if test[1] and (asked.count(test) > 1 or test[1] in asking)})
            )
        )
    except TooMany:
        return []


def own_steps(trace: Trace) -> Iterator[Step]:
    """The steps of a trace that are not in an inner training loop."""
    for part in level(trace):
        if isinstance(part, Step):
            yield part
        elif not trains(part.body):
            yield from own_steps(part.body)


def trains(trace: Trace) -> bool:
    """Whether gradients are both computed and applied here."""
    return {"backward", "step"} <= {step.what for step in steps_of(trace)}


def has_too_many_steps(trace: Trace) -> bool:
    """Whether optimizers step here at hundreds of places."""
    return sum(step.what == "step" for step in steps_of(trace)) > _MOST_STEPS


def _choices(trace: Trace) -> Iterator[Choice]:
    for part in trace:
        if isinstance(part, Choice):
            yield part
            for way in part.ways:
                yield from _choices(way)
        elif isinstance(part, (Repeat, Called)):
            yield from _choices(part.body)


def _only(trace: Trace, keep: Callable[[Step], bool], known: Mapping[str, Question]) -> Trace:
    """A trace reduced to some of its steps, and the branches, loops and calls that contain these.

    `known` has the questions of its function by their texts: one about a parameter may be the caller's own.
    """
    kept: Trace = []
    for part in trace:
        if isinstance(part, Step):
            if keep(part):
                kept.append(part)
        elif isinstance(part, Choice):
            ways = [_only(way, keep, known) for way in part.ways]
            if all(map(_is_unseen, ways)):
                kept += [step for way in ways for step in way]
            elif any(ways):
                kept.append(Choice(known.get(part.test[1], part.test), ways))
        elif isinstance(part, (Repeat, Called)):
            inside = _questions(part.body) | _given(part, known) if isinstance(part, Called) else known
            body = _only(part.body, keep, inside)
            if _is_unseen(body):
                kept += body
            elif any(True for _ in steps_of(body)):
                again = Repeat(part.node, body) if isinstance(part, Repeat) else None
                kept.append(again or Called(part.node, part.function, body))  # type: ignore[union-attr]
        else:
            kept.append(part)
    return kept


def _questions(trace: Trace) -> dict[str, Question]:
    """The questions that a function itself asks, by their texts."""
    found: dict[str, Question] = {}
    for part in trace:
        if isinstance(part, Choice):
            found[part.test[1]] = part.test
            for way in part.ways:
                found |= _questions(way)
        elif isinstance(part, Repeat):
            found |= _questions(part.body)
    return found


def _given(called: Called, known: Mapping[str, Question]) -> dict[str, Question]:
    """The questions of the caller about what it gives to parameters that the function does not assign."""
    function, call = called.function, called.node
    if not isinstance(call, tree.Call):
        return {}
    passed = function.passed_by(call).items()
    texts = {name: tree.dotted(value) for name, value in passed if name not in function.rebinds}
    return {name: known[text] for name, text in texts.items() if text and text in known}


def _is_unseen(trace: Trace) -> bool:
    """Whether nothing but calls of unknown code happens here.

    Whatever such a call may do, it may do on a path that takes all branches with such calls one after the other. That
    one path stands for all: logging, evaluation and checkpoints would double the paths with each of their conditions.
    """
    return all(isinstance(part, Step) and part.what == "unseen" for part in trace)


def _through(trace: Trace, asked: set[Question]) -> list[Path]:
    found = [Path()]
    for part in trace:
        inner = _ways(part, asked)
        open_ends = [path for path in found if not path.ends]
        if not open_ends:
            break
        longer = [both for path in open_ends for way in inner if (both := _then(path, way)) is not None]
        found = [path for path in found if path.ends] + longer
        if len(found) > 1:
            found = list(dict.fromkeys(found))
        if len(found) > MOST_PATHS:
            raise TooMany
    return found


def _ways(part: Step | Choice | Repeat | Called | Exit, asked: set[Question]) -> list[Path]:
    """The paths through one part of a trace."""
    if isinstance(part, Step):
        return [Path((part,))]
    if isinstance(part, Exit):
        return [Path((), part.what)]
    if isinstance(part, Choice):
        found: list[Path] = []
        for number, way in enumerate(part.ways):
            answer: Answers = ((part.test, number),) if part.test in asked else ()
            inside = _through(way, asked)
            found += [both for path in inside if (both := _then(Path((), "", answer), path)) is not None]
        return found
    # A loop's body is gone through once; what ends the loop or the function ends no more than that.
    caught = ("continue", "break") if isinstance(part, Repeat) else ("return",)
    inside = _through(part.body, asked)
    return [Path(path.steps, "" if path.ends in caught else path.ends, path.answers) for path in inside]


def _then(path: Path, way: Path) -> Path | None:
    """Two paths in sequence; None if they contradict each other."""
    if not way.answers:
        return Path(path.steps + way.steps, way.ends, path.answers)
    answers = dict(path.answers)
    for test, number in way.answers:
        if answers.setdefault(test, number) != number:
            return None
    return Path(path.steps + way.steps, way.ends, tuple(answers.items()))
