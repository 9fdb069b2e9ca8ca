"""What is made again in eval mode, aside: only a forward that does nothing but compute, and nothing else changes."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.parametrizations import spectral_norm, weight_norm

from tests.runtime_parts import importable, part

CALLS: list[int] = []
SEEN = {"calls": 0}
MEAN = torch.zeros(4)
log = logging.getLogger(__name__)


@pytest.fixture(scope="module")
def replay() -> Iterator[Any]:
    with importable():
        part("torch_state").is_here(torch)
        yield part("eval_replay")


class Plain(nn.Module):
    """What people write: blocks, a residual, a helper of the file, a method, an assertion, a counter of its own."""

    steps: torch.Tensor
    calls = 0

    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Dropout(0.5)) for _ in "ab")
        self.activation, self.scale, self.sizes = F.gelu, 2.0, [1, 2]
        self.register_buffer("steps", torch.zeros(1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.dim() != 2:
            raise ValueError(f"wants rows, not {x.shape}")
        outs = []
        for block in self.blocks:
            x = x + self.activation(block(x))
            outs.append(x)
        self.last = x
        self.steps += 1
        self.calls += 1
        x[:, 0] = 0.0
        return halved(self.mixed(torch.stack(outs)))

    def mixed(self, x: torch.Tensor) -> torch.Tensor:
        return F.dropout(x.mean(0), 0.1, training=True) * self.scale


def halved(x: torch.Tensor) -> torch.Tensor:
    return x / 2


class Changed(Plain):
    """One of the ways in which a forward does more than compute."""


def prints(self: Any, x: Any) -> Any:
    print(x.shape)
    return x


def logs(self: Any, x: Any) -> Any:
    log.info("called")
    return x


def appends(self: Any, x: Any) -> Any:
    CALLS.append(1)
    return x


def counts(self: Any, x: Any) -> Any:
    SEEN["calls"] += 1
    return x


def counts_globally(self: Any, x: Any) -> Any:
    global CALLS
    CALLS = []
    return x


def counts_on_class(self: Any, x: Any) -> Any:
    type(self).made += 1
    return x


def appends_on_class(self: Any, x: Any) -> Any:
    self.history.append(x)
    return x


def keeps(self: Any, x: Any, cache: Any = {}) -> Any:  # noqa: B006
    cache["x"] = x
    return x


def changes_a_global_tensor(self: Any, x: Any) -> Any:
    MEAN.add_(1)
    return x


def seeds(self: Any, x: Any) -> Any:
    torch.manual_seed(0)
    return x


def switches(self: Any, x: Any) -> Any:
    torch.set_default_dtype(torch.float64)
    return x


def asks_by_name(self: Any, x: Any) -> Any:
    return getattr(self, "cal" + "lback")(x)


def calls_back(self: Any, x: Any) -> Any:
    return self.callback(x)


def imports(self: Any, x: Any) -> Any:
    import antigravity  # noqa: F401

    return x


def reads_an_object(self: Any, x: Any) -> Any:
    return self.tracker.note(x)


def sums_up(self: Any, x: Any) -> Any:
    x.sum().backward()
    return x


def helps(self: Any, x: Any) -> Any:
    return prints(self, x)


def closed_over() -> Callable[..., Any]:
    count = 0

    def forward(self: Any, x: Any) -> Any:
        nonlocal count
        count += 1
        return x

    return forward


EFFECTS = [
    *(prints, logs, appends, counts, counts_globally, counts_on_class, appends_on_class, keeps, seeds, switches),
    *(changes_a_global_tensor, asks_by_name, calls_back, imports, reads_an_object, sums_up, helps, closed_over()),
]


class Tracker:
    def note(self, x: Any) -> Any:
        return x


@pytest.mark.parametrize("forward", EFFECTS, ids=lambda each: each.__name__)
@pytest.mark.parametrize("nested", [False, True])
def test_a_forward_that_does_more_than_compute_is_not_run(forward: Any, nested: bool, replay: Any) -> None:
    kind = type("Changed", (nn.Module,), {"forward": forward, "made": 0, "history": []})
    model = kind()
    model.callback, model.tracker = partial(halved), Tracker()
    with pytest.raises(replay.NotReplayed, match="its forward "):
        replay.Replay(nn.Sequential(nn.Dropout(), model) if nested else model, [torch.ones(2, 4)], {})


class Watched(nn.Sequential):
    def __call__(self, *given: Any) -> Any:
        return super().__call__(*given)


class Weighed(nn.Linear):
    """Takes the place of a method that torch's own forward calls."""

    def reset(self) -> None: ...


class Convolved(nn.Conv1d):
    def _conv_forward(self, *given: Any) -> Any:
        CALLS.append(1)
        return super()._conv_forward(*given)


class Deleted(nn.Sequential):
    def __del__(self) -> None: ...


def hooked() -> nn.Module:
    model = nn.Sequential(nn.Dropout(), nn.Linear(4, 4))
    model[1].register_forward_hook(lambda *_: None)
    return model


def replaced() -> nn.Module:
    model = nn.Sequential(nn.Linear(4, 4))
    model[0].forward = halved
    return model


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (hooked(), "a hook would see it"),
        (replaced(), "is compiled or was replaced"),
        (Watched(nn.Linear(4, 4)), "overrides how it is called"),
        (Deleted(nn.Linear(4, 4)), "overrides how it is called"),
        (Convolved(4, 4, 1), "its forward uses `CALLS`"),
        (nn.TransformerEncoderLayer(4, 1, activation=lambda x: F.relu(x[: len(CALLS)])), "`CALLS`"),
        (torch.jit.ScriptModule(), "compiled"),
        (nn.Linear(8192, 8192), "too large"),
        (nn.Linear(4, 4, device="meta"), "runs on meta"),
    ],
    ids=lambda each: "" if isinstance(each, str) else type(each).__name__,
)
def test_where_somebody_would_notice_nothing_is_run(model: nn.Module, why: str, replay: Any) -> None:
    with pytest.raises(replay.NotReplayed, match=why):
        replay.Replay(model, [torch.ones(2, 4)], {})


def test_what_was_there_before_is_there_after(replay: Any) -> None:
    model, rows = Plain(), torch.randn(8, 4)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    held, given = dict(vars(model)), rows.clone()
    model.blocks[0].eval()
    modes = [module.training for module in model.modules()]
    versions = [value._version for value in model.state_dict().values()]
    states = random.getstate(), np.random.get_state(legacy=False), torch.get_rng_state()
    made = replay.Replay(model, [rows], {}).run()
    assert made.grad_fn is None
    assert random.getstate() == states[0]
    assert str(np.random.get_state(legacy=False)) == str(states[1])
    assert torch.equal(torch.get_rng_state(), states[2])
    assert torch.equal(rows, given)
    assert [module.training for module in model.modules()] == modes
    assert [value._version for value in model.state_dict().values()] == versions
    assert all(torch.equal(before[name], value) for name, value in model.state_dict().items())
    assert vars(model) == held


@pytest.mark.parametrize(
    "model",
    [
        nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.ReLU(inplace=True), nn.Dropout(0.5)),
        nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), 2),
        nn.LSTM(4, 4, 2, dropout=0.5, batch_first=True),
        nn.Sequential(spectral_norm(nn.Linear(4, 4)), weight_norm(nn.Linear(4, 4)), nn.Dropout()),
        nn.DataParallel(nn.Sequential(nn.Linear(4, 4), nn.Dropout())),
    ],
    ids=lambda model: type(model).__name__,
)
def test_what_it_gives_is_what_eval_mode_gives(model: nn.Module, replay: Any) -> None:
    rows = torch.randn(3, 4) if isinstance(model, nn.Sequential | nn.DataParallel) else torch.randn(2, 3, 4)
    aside = replay.Replay(model, [rows], {}).run()
    model.eval()
    expected = model(rows)
    if isinstance(expected, tuple):
        aside, expected = aside[0], expected[0]
    torch.testing.assert_close(aside, expected)


def test_arguments_in_all_forms(replay: Any) -> None:
    rows, mask = torch.ones(2, 4), torch.ones(2)
    given = replay.Arguments(5)
    several = [("0", rows), ("*1", (1, None)), ("mask", mask), ("3", {"a": [rows]}), ("**4", {"k": 2})]
    assert [given.take(name, value) for name, value in several] == [False] * 4 + [True]
    positional, named = given.together()
    assert positional[0] is rows
    assert positional[1:] == [1, None, {"a": [rows]}]
    assert named["mask"] is mask
    assert named["k"] == 2


def test_an_argument_that_may_be_anything_is_not_used_twice(replay: Any) -> None:
    with pytest.raises(replay.NotReplayed, match="one of its arguments is a generator"):
        replay.Arguments(1).take("0", (x for x in "ab"))


def test_an_argument_is_not_kept_alive(replay: Any) -> None:
    given = replay.Arguments(2)
    given.take("0", torch.ones(2))
    given.take("1", torch.ones(2))
    with pytest.raises(replay.NotReplayed, match="its input was already freed"):
        given.together()


def test_a_warning_of_torch_is_neither_said_nor_remembered(replay: Any, recwarn: pytest.WarningsRecorder) -> None:
    model = nn.Upsample(scale_factor=2.0, mode="bilinear", recompute_scale_factor=True)
    rows = torch.ones(1, 1, 4, 4)
    nn.functional.sigmoid(rows)
    replay.Replay(nn.Sequential(model, nn.Softmax()), [rows], {}).run()
    assert not [warned for warned in recwarn if "softmax" in str(warned.message)]
    nn.Softmax()(rows)
    assert [warned for warned in recwarn if "softmax" in str(warned.message)], "the program's own is said"


@pytest.fixture(scope="module")
def apart(replay: Any) -> Any:
    return part("outputs_apart").apart


ONE = torch.tensor([[0.0, 1.0], [1.0, 0.0], [0.0, 3.0]])
OTHER = torch.tensor([[1.0, 0.0], [1.0, 0.5], [0.0, 1.0]])
MAP = ONE.reshape(1, 2, 3, 1)


@pytest.mark.parametrize(
    ("now", "evaluated", "said"),
    [
        (ONE, OTHER, ("samples", 3, 1, 2.0, 1.0)),
        (MAP, -MAP, ("pixels", 3, 2, 6.0, 3.0)),
        (ONE[:, :1], OTHER[:, :1], ("", 0, 0, 1.0, 1.0)),
        ({"boxes": ONE, "scores": OTHER}, {"boxes": OTHER, "scores": OTHER}, ("", 0, 0, 2.0, 1.0)),
        ((ONE, MAP), (OTHER, MAP), ("", 0, 0, 2.0, 3.0)),
    ],
)
def test_how_far_outputs_are_apart(now: Any, evaluated: Any, said: tuple[Any, ...], apart: Any) -> None:
    found = apart(now, evaluated)
    assert tuple(found[name] for name in ("kind", "predictions", "differing", "change", "largest")) == said


@pytest.mark.parametrize(
    ("now", "evaluated"), [(ONE, MAP), (ONE, [ONE, OTHER]), (None, None), (ONE.long(), ONE.long())]
)
def test_outputs_that_are_not_alike(now: Any, evaluated: Any, apart: Any) -> None:
    assert apart(now, evaluated) is None
