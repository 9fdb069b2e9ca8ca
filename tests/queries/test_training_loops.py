"""The order of training: which steps a pass of a loop may take, one after the other, and whom they are about."""

from __future__ import annotations

import pytest

from torchlint.flow.training_trace import Step
from torchlint.queries import File
from torchlint.queries.training import relations, trainings
from torchlint.queries.training.trace_paths import paths
from torchlint.queries.training.training_loops import Training

HEAD = """
import torch
import torch.nn.functional as F

def train(net, rows, flag):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30)
    scaler = torch.amp.GradScaler("cuda")
    for x, y in rows:
"""
PLAIN = """
optimizer.zero_grad()
loss = F.mse_loss(net(x), y)
loss.backward()
torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
optimizer.step()
scheduler.step()
"""
SCALED = """
scaler.scale(F.mse_loss(net(x), y)).backward()
scaler.unscale_(optimizer)
scaler.step(optimizer)
scaler.update()
net.zero_grad()
"""
BRANCHES = """
F.mse_loss(net(x), y).backward()
if flag:
    optimizer.step()
    optimizer.zero_grad()
"""
SAME_QUESTION = """
if flag is None:
    net.zero_grad()
loss = F.mse_loss(net(x), y)
if flag is not None:
    loss.backward()
"""
ENDS_EARLY = """
optimizer.zero_grad()
if not x.isfinite().all():
    continue
F.mse_loss(net(x), y).backward()
"""
BY_HAND = """
F.mse_loss(net(x), y).backward()
for p in net.parameters():
    p.grad.mul_(2)
    p.grad = None
"""
INNER = """
for _ in range(4):
    F.mse_loss(net(x), y).backward()
optimizer.step()
"""
HELPER = """
def update():
    optimizer.zero_grad()
    if flag:
        return
    F.mse_loss(net(x), y).backward()
update()
optimizer.step()
"""
QUESTION_GIVEN = """
def update(loss, now):
    loss.backward()
    if now:
        optimizer.step()
update(F.mse_loss(net(x), y), now=flag)
if flag:
    optimizer.zero_grad()
"""
QUESTION_CHANGED = """
def update(loss, now):
    now = now and loss.isfinite()
    loss.backward()
    if now:
        optimizer.step()
update(F.mse_loss(net(x), y), flag)
if flag:
    optimizer.zero_grad()
"""
ONE_OF_TWO = """
class Plain:
    def apply(self, loss):
        loss.backward()
        optimizer.step()
class Gradual:
    def apply(self, loss):
        loss.backward()
applying = Plain() if flag else Gradual()
applying.apply(F.mse_loss(net(x), y))
optimizer.zero_grad()
"""
CLOSURE = """
def closure():
    optimizer.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    return loss
optimizer.step(closure)
"""
NO_GRAD = """
with torch.no_grad():
    net(x)
F.mse_loss(x, y).backward()
optimizer.step()
"""


def loop(body: str) -> Training:
    """The loop with this body, as the rules see it."""
    text = HEAD + "".join(f"        {line}\n" for line in body.strip().splitlines())
    text += "        optimizer.step()\n" if "optimizer)" not in body and "optimizer.step" not in body else ""
    loops = [one for one in trainings(File("a.py", text)) if one.is_loop]
    return loops[0]


def words(body: str, told: str = "zero forward backward clip unscale step schedule write") -> list[str]:
    """Each way through a pass of the loop, as one text."""

    def keep(step: Step) -> bool:
        return step.what in told.split()

    ways = paths(loop(body).body, keep)
    return [" ".join([step.what for step in path.steps] + [path.ends] * bool(path.ends)) for path in ways]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (PLAIN, ["zero forward backward clip step schedule"]),
        (SCALED, ["forward backward unscale step zero"]),
        (BRANCHES, ["forward backward step zero", "forward backward"]),
        (SAME_QUESTION, ["forward backward step", "zero forward step"]),
        (ENDS_EARLY, ["zero continue", "zero forward backward step"]),
        (BY_HAND, ["forward backward write zero step"]),
        (INNER, ["forward backward step"]),
        (HELPER, ["zero step", "zero forward backward step"]),
        (QUESTION_GIVEN, ["forward backward step zero", "forward backward"]),
        (
            QUESTION_CHANGED,
            ["forward backward step zero", "forward backward zero", "forward backward step", "forward backward"],
        ),
        (ONE_OF_TWO, ["forward backward step zero", "forward backward zero"]),
        (CLOSURE, ["zero forward backward step"]),
        (NO_GRAD, ["backward step"]),
    ],
)
def test_the_ways_through_a_pass(body: str, expected: list[str]) -> None:
    assert sorted(words(body)) == sorted(expected)


def test_too_many_ways_are_none() -> None:
    questions = "\n".join(f"if x[{i}]:\n    net.zero_grad()" for i in range(12))
    assert words(questions + "\nF.mse_loss(net(x), y).backward()") == []


TWO = """
import torch
from torch import nn

one, other = nn.Linear(2, 2), nn.Linear(2, 2)
both = nn.Sequential(one, other)
first = torch.optim.SGD(one.parameters(), lr=0.1)
second = torch.optim.SGD(other.parameters(), lr=0.1)
mixed = torch.optim.SGD(list(one.parameters()) + list(other.parameters()), lr=0.1)
for x in range(3):
    {zero}
    one(torch.rand(2)).sum().backward()
    {step}
"""


@pytest.mark.parametrize(
    ("zero", "step", "relation"),
    [
        ("first.zero_grad()", "first.step()", "same"),
        ("first.zero_grad()", "second.step()", "other"),
        ("one.zero_grad()", "first.step()", "same"),
        ("one.zero_grad()", "second.step()", "other"),
        ("first.zero_grad()", "mixed.step()", "unknown"),
        ("one.weight.grad.zero_()", "first.step()", "unknown"),
    ],
)
def test_whose_gradients_are_cleared(zero: str, step: str, relation: str) -> None:
    file = File("a.py", TWO.format(zero=zero, step=step))
    (training,) = [one for one in trainings(file) if one.is_loop]
    by_word = {one.what: one for one in training.all}
    assert relations(file).clears(by_word["zero"], by_word["step"]) == relation


@pytest.mark.parametrize(("step", "relation"), [("first.step()", "same"), ("second.step()", "other")])
def test_whom_a_backward_feeds(step: str, relation: str) -> None:
    file = File("a.py", TWO.format(zero="first.zero_grad()", step=step))
    (training,) = [one for one in trainings(file) if one.is_loop]
    by_word = {one.what: one for one in training.all}
    assert relations(file).feeds(by_word["backward"], by_word["step"]) == relation
