"""A function that saves what several programs give it: some wrap their model, and others do not, or load it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flow.test_call_graph import found

SAVE = """
import torch


def save(model, loader, path):
    print([model(x).argmax(1) for x in loader])
    torch.save(model.state_dict(), path)
"""
PLAIN = """
from torch import nn

from saves import save

save(nn.Linear(8, 2), [], "plain.pt")
"""
WRAPPING = """
from torch import nn

from saves import save

save(nn.DataParallel(nn.Linear(8, 2)), [], "wrapped.pt")
"""
SEVERAL = """
import torch
from torch import nn

from saves import save


def made():
    model = nn.Linear(8, 2)
    if torch.cuda.device_count() > 1:
        model = nn.DataParallel(model)
    return model


save(made(), [], "either.pt")
"""
UNDER_A_CONDITION = """
import torch
from torch import nn

from saves import save


def main():
    save(nn.DataParallel(nn.Linear(8, 2)), [], "wrapped.pt")


if __name__ == "__main__":
    main()
"""
LOADS = """
model = nn.Linear(8, 2)
model.load_state_dict(torch.load("wrapped.pt"))
"""
STRIPS = """
state = {name.replace("module.", ""): value for name, value in torch.load("wrapped.pt").items()}
model = nn.Linear(8, 2)
model.load_state_dict(state)
"""
ITS_FIRST = "save `model.module.state_dict()`"
BEFORE = "save the model that was wrapped"


def wrapped_states(folder: Path, **programs: str) -> list[tuple[str, bool]]:
    """What is said of the names that are saved: the advice, and whether it is sure."""
    said = found(folder, "saves", {"saves": SAVE, **programs})
    return [(message.rpartition("; ")[2], sure) for message, sure in said if "keys with the prefix" in message]


def test_the_only_caller_wraps(tmp_path: Path) -> None:
    assert wrapped_states(tmp_path, run=WRAPPING) == [(ITS_FIRST, True)]


def test_a_condition_around_both_decides_about_neither(tmp_path: Path) -> None:
    assert wrapped_states(tmp_path, run=UNDER_A_CONDITION) == [(ITS_FIRST, True)]


def test_the_only_caller_wraps_on_some_machines(tmp_path: Path) -> None:
    """What `.module` is of a model that may have no wrapper, nobody knows."""
    assert wrapped_states(tmp_path, run=SEVERAL) == [(BEFORE, False)]
    assert wrapped_states(tmp_path, run=SEVERAL, show=f"import torch\nfrom torch import nn\n{LOADS}") == [
        (BEFORE, True)
    ]


@pytest.mark.parametrize("first", [True, False])
def test_one_caller_wraps_and_another_does_not(tmp_path: Path, first: bool) -> None:
    programs = {"a": WRAPPING, "b": PLAIN} if first else {"a": PLAIN, "b": WRAPPING}
    assert wrapped_states(tmp_path, **programs) == [(BEFORE, False)]


def test_another_caller_loads_and_knows_of_no_wrapper(tmp_path: Path) -> None:
    assert wrapped_states(tmp_path, a=WRAPPING, b=f"import torch\n{PLAIN}{LOADS}") == [(BEFORE, True)]


def test_another_caller_strips_the_names(tmp_path: Path) -> None:
    assert wrapped_states(tmp_path, a=WRAPPING, b=f"import torch\n{PLAIN}{STRIPS}") == []


@pytest.mark.parametrize(("again", "expected"), [(LOADS, [(BEFORE, True)]), (STRIPS, [])])
def test_the_one_that_wraps_loads_it_again(tmp_path: Path, again: str, expected: list[tuple[str, bool]]) -> None:
    """A model without a wrapper refuses the names, unless they are stripped."""
    assert wrapped_states(tmp_path, a=f"import torch\n{WRAPPING}{again}", b=PLAIN) == expected


def test_no_caller_wraps(tmp_path: Path) -> None:
    assert wrapped_states(tmp_path, a=PLAIN, b=f"{PLAIN}\nnn.DataParallel(nn.Linear(8, 2))\n") == []
