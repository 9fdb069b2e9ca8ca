"""Functions that objects hold: which of the object's models they may switch."""

from __future__ import annotations

import pytest

from torchlint.queries import File

HOLDER = """
import torch
from elsewhere import Make, switcher
from torch import nn
class Holder:
    def __init__(self, given, setting):
        self.net = nn.Linear(2, 2)
        self.size = 4
        self.net.eval()
        self.call = {made}
    def run(self, x):
        self.call(x)
        return self.net(x)
Holder({arguments}).run(x)
"""


def mode_when_run(made: str, arguments: str = "None, {}") -> str:
    """The mode that the model is in after the held function was called."""
    code = HOLDER.format(made=made, arguments=arguments)
    return File("holder.py", code).facts.forwards[-1].mode


@pytest.mark.parametrize("made", ["Make(3)", "Make(self.size)", "Make(setting['size'])", "Make(setting)", "given"])
def test_what_was_made_of_other_things_leaves_the_mode(made: str) -> None:
    assert mode_when_run(made, "switcher(), {}") == "eval"


@pytest.mark.parametrize("made", ["Make(self.net)", "Make(self)", "Make(lambda: self.net.train())"])
def test_what_was_made_with_the_model_may_switch_it(made: str) -> None:
    assert mode_when_run(made) == ""
