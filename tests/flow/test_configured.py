"""Classes that only a project's YAML files name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flow.test_reveal import reveals_in

NETWORKS = """
from torch import nn


class Narrow(nn.Module):
    def __init__(self, width=3):
        super().__init__()
        self.layer = nn.Linear(width, 3)

    def forward(self, x):
        return self.layer(x).sigmoid()


class Wide(Narrow):
    pass
"""
FACTORY = """
import importlib


def found(path):
    module, name = path.rsplit(".", 1)
    return getattr(importlib.import_module(module), name)


def create(settings, **given):
    return found(settings["target"])(**given)


def of_both(loss_settings, model_settings):
    create(loss_settings)
    return create(model_settings)


def part(settings):
    return create(settings.inner)
"""
HYDRA = "hydra.utils.instantiate"


@pytest.mark.parametrize(
    ("configuration", "expression", "said"),
    [
        ({"a": "model:\n  _target_: networks.Narrow\n  width: 3\n"}, f"{HYDRA}(cfg.model)", "module, Narrow"),
        ({"a": "model:\n  _target_: networks.Narrow\n"}, f"{HYDRA}(cfg['model'], width=4)", "module, Narrow"),
        ({"a": "model:\n  target: networks.Narrow\n"}, "factory.create(cfg.model)", "module, Narrow"),
        ({"a": "model:\n  target: networks.Narrow\n"}, "factory.create(cfg.loss)", "unknown"),
        ({"model/a": "_target_: networks.Wide\n"}, f"{HYDRA}(cfg.model)", "module, Wide"),
        ({"a": "top:\n  model:\n    _target_: 'networks.Wide'  # best\n"}, f"{HYDRA}(cfg.model)", "module, Wide"),
        ({"a": "model:\n  _target_: torchvision.models.resnet18\n"}, f"{HYDRA}(cfg.model)", "unknown"),
        (
            {"a": "model:\n  _target_: networks.Wide\n", "b": "model:\n  _target_: networks.Narrow\n"},
            f"{HYDRA}(cfg.model)(x)",
            "tensor, grad, sigmoid",
        ),
        (
            {"a": "model:\n  _target_: networks.Wide\n", "b": "model:\n  _target_: elsewhere.Narrow\n"},
            f"{HYDRA}(cfg.model)",
            "unknown",
        ),
        (
            {"a": "model:\n  _target_: networks.Wide\n", "b": "model:\n  _target_: ${model_class}\n"},
            f"{HYDRA}(cfg.model)",
            "unknown",
        ),
        (
            {"a": "model:\n  target: networks.Wide\nloss:\n  target: networks.Narrow\n"},
            "factory.of_both(cfg.loss, cfg.model)",
            "module, Wide",
        ),
        ({"a": "model:\n  target: networks.Wide\n"}, "factory.of_both(cfg.model, cfg.other)", "unknown"),
        ({"a": "model:\n  target: networks.Wide\n"}, "factory.part(cfg.model)", "unknown"),
        ({"a": "model:\n  _target_: networks.Wide\n"}, f"{HYDRA}(cfg.loss, model=model)", "unknown"),
        ({"a": "model:\n  _target_: networks.Wide\n"}, f"{HYDRA}(cfg.model, _partial_=True)", "unknown"),
        ({"a": "model:\n  _target_: networks.Wide\n  _partial_: true\n"}, f"{HYDRA}(cfg.model)", "unknown"),
        ({}, "importlib.import_module('networks').Wide()", "module, Wide"),
        ({}, "getattr(importlib.import_module(cfg.file), cfg.name)", "unknown"),
    ],
)
def test_what_the_configuration_names(
    tmp_path: Path, configuration: dict[str, str], expression: str, said: str
) -> None:
    program = (
        "import importlib\nimport factory\nimport hydra\nimport torch\n\n\n"
        f"def made(cfg, x: torch.Tensor):\n    reveal({expression})\n"
    )
    for name, text in configuration.items():
        path = tmp_path / "conf" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (found,) = reveals_in(tmp_path, program, networks=NETWORKS, factory=FACTORY)
    assert found.found == said
