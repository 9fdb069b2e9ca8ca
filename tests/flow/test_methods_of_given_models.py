"""Functions that call a method of a model they are given: their callers in other files are run for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flow.test_reveal import reveals_in

NETWORK = """
from torch import nn


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def scores(self, x):
        return self.layer(x).sigmoid()
"""
FUNCTION = """
import torch


def evaluate(model, x: torch.Tensor):
    reveal(model.scores(x))
"""
METHOD = """
import torch


class Evaluator:
    def __init__(self, model):
        self.model = model

    def run(self, x: torch.Tensor):
        reveal(self.model.scores(x))
"""
CALLS_FUNCTION = """
import torch
from network import Ranker
from program import *

evaluate(Ranker(), torch.zeros(2, 3))
"""
CALLS_METHOD = """
import torch
from network import Ranker
from program import Evaluator

Evaluator(Ranker()).run(torch.zeros(2, 3))
"""


@pytest.mark.parametrize(("program", "main"), [(FUNCTION, CALLS_FUNCTION), (METHOD, CALLS_METHOD)])
def test_the_callers_say_which_model_it_is(tmp_path: Path, program: str, main: str) -> None:
    (found,) = reveals_in(tmp_path, program, network=NETWORK, main=main)
    assert found.found == "tensor, grad, sigmoid"


def test_a_function_named_by_a_setting_gives_a_tensor_with_the_graph_of_what_it_is_given(tmp_path: Path) -> None:
    program = """
import torch


def reduced(weight: torch.nn.Parameter, how):
    reveal(getattr(torch, how)(weight, dim=-1))
"""
    (found,) = reveals_in(tmp_path, program)
    assert found.found == "tensor, maybe grad, assumed"
