"""Functions that tell of their calls, and what is counted of them: without a run."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator
from types import CodeType, SimpleNamespace
from typing import Any

import pytest

from tests.runtime_parts import importable, part

HANDLE = "__torchlint__"
TOLD = {
    "plain": ("def f(x):\n    return x + 1", 2),
    "no return": ("def f(x):\n    y = x", None),
    "docstring alone": ('def f(x):\n    "Says nothing."', None),
    "bare return": ("def f(x):\n    if x:\n        return\n    return 3", None),
    "return of another": ("def f(x):\n    def g():\n        return x\n    g(), g()\n    return lambda: 3", Callable),
    "lambda": ("f = lambda x: x * 5", 5),
    "lambda in a lambda": ("f = lambda x: (lambda: x)() * 5", 5),
    "raises": ("def f(x):\n    raise KeyError(x)", KeyError),
    "recursion": ("def f(x):\n    return f(x - 1) if x else 7", 7),
    "finally": ("def f(x):\n    try:\n        return x\n    finally:\n        x = 9", 1),
}
LEFT_ALONE = {
    "generator": "def f(x):\n    yield x",
    "generator in a with": "def f(x):\n    with open(x) as y:\n        return (yield from y)",
    "generating lambda": "f = lambda x: (yield x)",
    "coroutine": "async def f(x):\n    return x",
}


@pytest.fixture(autouse=True)
def runtime() -> Iterator[None]:
    with importable():
        yield


def told(text: str) -> ast.Module:
    """A text whose first function, or lambda, tells of its calls."""
    tree = ast.parse(text)
    first = next(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda))
    part("bodies").tell_calls(tree, {place_of(first)}, place_of)
    return ast.fix_missing_locations(tree)


def place_of(node: Any) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def function(text: str, filename: str = "a.py") -> Any:
    """The function `f` of a text, made to tell."""
    names: dict[str, Any] = {HANDLE: part("capture")}
    exec(compile(told(text), filename, "exec"), names)
    return names["f"]


@pytest.mark.parametrize("name", TOLD)
def test_calls_are_told_and_change_nothing(name: str) -> None:
    text, gives = TOLD[name]
    f = function(text)
    calls = part("hook_calls").calls_of(f)
    if gives is KeyError:
        with pytest.raises(KeyError):
            f(1)
        assert (calls.made, calls.timed) == (1, 0)
        return
    result = f(1)
    assert callable(result) if gives is Callable else result == gives
    number = 2 if name == "recursion" else 1
    assert (calls.made, calls.timed) == (number, number)
    assert calls.seconds > 0


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_what_runs_later_is_left_alone(name: str) -> None:
    tree = ast.parse(LEFT_ALONE[name])
    assert ast.dump(told(LEFT_ALONE[name])) == ast.dump(tree)
    assert part("hook_calls").calls_of(function(LEFT_ALONE[name])) is None


def test_names_and_lines_stay() -> None:
    text = 'def f(x):\n    "Adds one."\n    global y\n    y = x\n    return y + 1'
    names: dict[str, Any] = {}
    exec(text, names)
    was, now = names["f"], function(text)
    assert (now.__doc__, now.__code__.co_varnames) == (was.__doc__, was.__code__.co_varnames)
    assert lines_of(now.__code__) == lines_of(was.__code__)


def lines_of(code: CodeType) -> set[int | None]:
    return {line for _, _, line in code.co_lines()}


def test_the_function_is_found_behind_what_is_registered() -> None:
    f = function("def f(self, x=0):\n    return x")

    @functools.wraps(f)
    def wrapped(x: int) -> Any:
        return f(x)

    calls = part("hook_calls").calls_of(f)
    for hook in (functools.partial(f, 3), f.__get__(3), wrapped, functools.partial(wrapped, 3)):
        assert part("hook_calls").calls_of(hook) is calls
    for hook in (print, lambda: None, SimpleNamespace(), functools.partial(print)):
        assert part("hook_calls").calls_of(hook) is None


def test_only_what_is_registered_is_counted() -> None:
    f = function("def f(x):\n    return x")
    f(1)
    calls = part("hook_calls").calls_of(f)
    f(1)
    assert calls.made == 1


def test_time_is_that_of_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    hook_calls = part("hook_calls")
    clock = iter((10.0, 10.5, 20.0, 20.25))
    monkeypatch.setattr(hook_calls, "now", lambda: next(clock))
    f = function("def f(x):\n    return x")
    calls = hook_calls.calls_of(f)
    f(1)
    f(2)
    assert (calls.made, calls.timed, calls.seconds) == (2, 2, 0.75)


def test_what_probes_spend_is_not_the_hooks_time(monkeypatch: pytest.MonkeyPatch) -> None:
    hook_calls, budget = part("hook_calls"), part("budget")
    monkeypatch.setattr(budget.time, "perf_counter", lambda: 5.0)
    monkeypatch.setattr(budget, "_spent", 2.0)
    assert hook_calls.now() == 3.0


def test_calls_that_raise_leave_little_behind() -> None:
    f = function("def f(x):\n    if x:\n        f(x - 1)\n    raise KeyError")
    hook_calls = part("hook_calls")
    calls = hook_calls.calls_of(f)
    with pytest.raises(KeyError):
        f(200)
    assert calls.made == 201
    assert len(calls._begun) <= hook_calls.MOST_RUNNING


def test_what_a_function_takes_along_elsewhere_can_be_called() -> None:
    """Where there is no torchlint, what stands for it gives back what it is given."""
    unobserved = eval(part("capture").UNOBSERVED)
    names: dict[str, Any] = {HANDLE: unobserved}
    exec(compile(told("def f(x):\n    return x + 1"), "a.py", "exec"), names)
    assert names["f"](1) == 2
