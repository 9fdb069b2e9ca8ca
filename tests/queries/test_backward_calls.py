"""Which calls lead to a backward."""

from __future__ import annotations

import pytest

from torchlint.queries import training
from torchlint.queries.file import File
from torchlint.syntax import tree

PROGRAM = """
import torch
from elsewhere import Scaler

def inner(loss):
    loss.backward()

def outer(loss):
    inner(loss)

def look(loss):
    print(loss)

def train(model, rows):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = Scaler()
    for x in rows:
        loss = model(x).mean()
        {call}
"""


@pytest.mark.parametrize(
    ("call", "leads"),
    [
        ("loss.backward()", True),
        ("inner(loss)", True),
        ("outer(loss)", True),
        ("scaler(loss, optimizer)", True),
        ("look(loss)", False),
        ("scaler(loss, x)", False),
    ],
)
def test_calls_lead_to_a_backward_in_helpers_and_where_loss_and_optimizer_go(call: str, leads: bool) -> None:
    file = File("train.py", PROGRAM.format(call=call))
    last = max(file.tree.all(tree.Call), key=lambda one: one.start)
    outermost = next(one for one in (*file.tree.around(last), last) if isinstance(one, tree.Call))
    assert training.leads_to_backward(file, outermost) is leads
