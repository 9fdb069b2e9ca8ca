"""What a table holds that decorators fill, in other files of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flow.test_reveal import reveals_in

FUNCTION = """
MODELS, LOSSES = {}, {}


def register(name):
    def decorator(cls):
        MODELS[name] = cls
        return cls

    return decorator


def register_loss(cls):
    LOSSES[cls.__name__] = cls
    return cls


def make(settings):
    return MODELS[settings["name"]](settings["width"])


def loss(settings):
    return LOSSES.get(settings["loss"])()
"""
OBJECT = """
class Registry:
    def __init__(self):
        self.table = {}

    def register(self, cls):
        self.table[cls.__name__] = cls
        return cls

    def get(self, name):
        return self.table[name]

    def build(self, settings, *args):
        settings = dict(settings)
        return self.get(settings.pop("type"))(*args, **settings)


MODELS, LOSSES = Registry(), Registry()
"""
NETWORK = """
from torch import nn

import registry


{decorator}
class Narrow(nn.Module):
    def __init__(self, width=3):
        super().__init__()
        self.layer = nn.Linear(width, 3)

    def forward(self, x):
        return self.layer(x).sigmoid()


{loss_decorator}
class Squared(nn.MSELoss):
    pass
"""
WITH_FUNCTION = NETWORK.format(decorator='@registry.register("narrow")', loss_decorator="@registry.register_loss")
WITH_OBJECT = NETWORK.format(decorator="@registry.MODELS.register", loss_decorator="@registry.LOSSES.register")
FROM_REGISTRY = """
from registry import register


@register("wide")
class Wide({base}):
    def __init__(self, width=3):
        super().__init__()

    def forward(self, x):
        return x
"""


@pytest.mark.parametrize(
    ("registry", "networks", "expression", "said"),
    [
        (FUNCTION, WITH_FUNCTION, "registry.make(settings)", "module, Narrow"),
        (FUNCTION, WITH_FUNCTION, "registry.make(settings)(x)", "tensor, grad, sigmoid"),
        (FUNCTION, WITH_FUNCTION, "registry.loss(settings)", "module, Squared"),
        (FUNCTION, "", "registry.make(settings)", "unknown"),
        (OBJECT, WITH_OBJECT, "registry.MODELS.build(settings)", "module, Narrow"),
        (OBJECT, WITH_OBJECT, "registry.MODELS.get(settings.name)", "class, Narrow"),
        (OBJECT, WITH_OBJECT, "registry.LOSSES.build(settings)", "module, Squared"),
        (OBJECT, WITH_FUNCTION.replace("register", "mark"), "registry.MODELS.build(settings)", "unknown"),
    ],
)
def test_one_of_the_registered(tmp_path: Path, registry: str, networks: str, expression: str, said: str) -> None:
    program = f"import registry\nimport torch\n\n\ndef made(settings, x: torch.Tensor):\n    reveal({expression})\n"
    (found,) = reveals_in(tmp_path, program, registry=registry, networks=networks)
    assert found.found == said


@pytest.mark.parametrize(
    ("registry", "networks", "call", "expression"),
    [
        (FUNCTION, WITH_FUNCTION, 'registry.register("linear")(nn.Linear)', "registry.make(settings)"),
        (OBJECT, WITH_OBJECT, "registry.MODELS.register(nn.Linear)", "registry.MODELS.build(settings)"),
        (
            OBJECT,
            WITH_OBJECT,
            "for one in (nn.Linear,):\n    registry.MODELS.register(one)",
            "registry.MODELS.build(s)",
        ),
    ],
)
def test_a_table_that_a_call_fills_too(
    tmp_path: Path, registry: str, networks: str, call: str, expression: str
) -> None:
    program = f"import registry\n\n\ndef made(settings, s):\n    reveal({expression})\n"
    others = {
        "registry": registry,
        "networks": networks,
        "others": f"import registry\nfrom torch import nn\n\n{call}\n",
    }
    (found,) = reveals_in(tmp_path, program, **others)
    assert found.found == "unknown"


def test_a_method_of_one_of_several_models_runs_as_that_of_each(tmp_path: Path) -> None:
    program = """
import registry
import torch


def made(settings, x: torch.Tensor):
    model = registry.make(settings)
    with torch.no_grad():
        reveal(model.scores(x))
    reveal(model.scores(x))
"""
    method = "\n    def scores(self, x):\n        return self(x)\n"
    others = {
        "registry": FUNCTION,
        "networks": WITH_FUNCTION.replace("\n\n@registry.register_loss", f"{method}\n\n@registry.register_loss"),
        "wide": "import torch\n" + FROM_REGISTRY.format(base="torch.nn.Linear") + method,
    }
    said = [each.found for each in reveals_in(tmp_path, program, **others)]
    assert said == ["tensor, no grad, perhaps sigmoid", "tensor, maybe grad, perhaps sigmoid"]


def test_another_function_of_that_name_registers_nothing_here(tmp_path: Path) -> None:
    other = "def register(name):\n    return lambda cls: cls\n"
    networks = WITH_FUNCTION.replace("import registry", "import plugins").replace("registry.", "plugins.")
    program = "import registry\n\n\ndef made(settings):\n    reveal(registry.make(settings))\n"
    (found,) = reveals_in(tmp_path, program, registry=FUNCTION, networks=networks, plugins=other)
    assert found.found == "unknown"
