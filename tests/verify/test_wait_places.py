"""What is put into files to hear of waits for a device: where it is put, and that nothing of the program changes."""

from __future__ import annotations

import ast
import traceback
from types import SimpleNamespace
from typing import Any

import pytest

from tests.runtime_parts import importable, part

with importable():
    PLACES = part("wait_places")
    PLAN = part("plan")


def put(text: str) -> tuple[ast.Module, list[tuple[str, str]]]:
    """A text with what is put in, and what each place is and waits for."""
    tree, found = ast.parse(text), []

    def add(node: ast.expr, kind: str) -> int:
        found.append((ast.get_source_segment(text, node) or "", kind))
        return len(found) - 1

    PLACES.put_waits(tree, add)
    return ast.fix_missing_locations(tree), found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("loss.item()", [("loss.item()", "number")]),
        ("x.to(device)", [("x.to(device)", "copy")]),
        ("x.to(device, non_blocking=True)", []),
        ("x.to(device, non_blocking=False)", [("x.to(device, non_blocking=False)", "copy")]),
        ("x.to(device, torch.float16, True)", []),
        ("float(loss)", [("float(loss)", "number")]),
        ("float('1'); int(*x); int(x, base=2)", []),
        ("if loss > 3 and not bad(x): pass", [("loss > 3", "number"), ("bad(x)", "number")]),
        ("if x is None or name == 'a' or isinstance(x, A) or self.training: pass", []),
        ("while error > limit: pass", [("error > limit", "number")]),
        ("assert x.all(), 'no'", [("x.all()", "number")]),
        ("y = [a for a in b if a]", [("a", "number")]),
        ("y = 1 if x else 2", [("x", "number")]),
        ("y = x[mask]", [("x[mask]", "mask")]),
        ("y = x[0], x[1:2], x['a']; x[mask] = 1", []),
        ("y = x[:, ~mask]", [("x[:, ~mask]", "mask")]),
        ("print(loss, 1)", [("print(loss, 1)", "number")]),
        ("f'{loss:.3f} {1}'", [("loss", "number")]),
        ("torch.nonzero(x); torch.where(x, y, z)", [("torch.nonzero(x)", "size")]),
        ("torch.where(x)", [("torch.where(x)", "size")]),
        ("torch.cuda.synchronize()", [("torch.cuda.synchronize()", "all")]),
        ("x: A[b] = 1\ndef f(x: A[b]) -> A[b]: pass", []),
    ],
)  # fmt: skip
def test_where_something_is_waited_for(text: str, wanted: list[tuple[str, str]]) -> None:
    assert sorted(put(text)[1]) == sorted(wanted)


PROGRAM = """
from __future__ import annotations
asked = []
class Truth:
    def __init__(self, is_it):
        self.is_it = is_it
    def __bool__(self):
        asked.append(self.is_it)
        return self.is_it
    def __format__(self, how):
        return f"<{how}>"
    def __repr__(self):
        return "truth"
    def item(self, *words, **named):
        return words, sorted(named)
    def __gt__(self, other):
        return Truth(other < 3)
    def __getitem__(self, key):
        return key
yes, no, width = Truth(True), Truth(False), 7
said = [1 if yes else 2, not no, [n for n in (1, 2, 5) if yes > n], yes and 5, no or 6, yes > 2 and 7]
if (named := yes > 1) and not no or no:
    said.append(named.is_it)
while no:
    pass
else:
    said.append("else")
assert yes, "never"
said += [f"{yes:>{width}} {yes!r:^9}|{width=}|{yes!s}", float(width), int("4"), bool(no), yes[yes, ~3, 1:2][1:]]
said += [yes.item(1, *(2, 3), a=4, **{"b": 5})]
def annotated(a: list[yes], b: dict[int, no] = {}) -> tuple[yes]:
    return [value for value in (yield_ for yield_ in b) if value]
said += [annotated.__annotations__, annotated([])]
def numbers():
    got = float((yield 1))
    yield got
steps = numbers()
said += [next(steps), steps.send("2.5"), [each(8) for each in [lambda n: n if n > yes else no] if False]]
"""
RAISES = "def f(x):\n    return [int(\n        x.item()) for _ in '1']\nf(None)\n"


def outcome(code: Any) -> tuple[dict[str, Any], str]:
    """The names that a program leaves, and the traceback that ends it."""
    handle = SimpleNamespace(waiting=lambda _, it: it, waited=lambda _, it: it)
    names: dict[str, Any] = {"__torchlint__": handle, "__name__": "toy"}
    try:
        exec(code, names)
    except Exception:
        return names, traceback.format_exc()
    return names, ""


def test_a_program_is_the_same_with_what_is_put_in() -> None:
    tree, found = put(PROGRAM)
    assert len(found) > 15
    plain, plain_error = outcome(compile(PROGRAM, "toy.py", "exec"))
    seen, error = outcome(compile(tree, "toy.py", "exec"))
    assert (plain_error, error) == ("", "")
    assert repr(seen["said"]) == repr(plain["said"])
    assert seen["asked"] == plain["asked"]


def test_a_traceback_points_at_the_same_code() -> None:
    tree, found = put(RAISES)
    assert found
    _, plain = outcome(compile(RAISES, "toy.py", "exec"))
    _, seen = outcome(compile(tree, "toy.py", "exec"))
    assert "AttributeError" in plain
    assert seen == plain


def test_a_machine_without_a_device_tells_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLAN, "DEVICES", ("/nowhere",))
    monkeypatch.setattr("sys.platform", "linux")
    for named, is_there in (("", False), ("-1", False), ("0", True), ("0,1", True)):
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", named)
        assert PLAN.may_have_device() is is_there
    monkeypatch.setattr(PLAN, "DEVICES", ("/nowhere", "/dev/null"))
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert PLAN.may_have_device()
