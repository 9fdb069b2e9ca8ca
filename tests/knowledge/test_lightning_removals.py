"""What is known of Lightning 1: its names, wherever Lightning is imported from, and nothing that Lightning 2 has."""

from __future__ import annotations

import pytest

from torchlint.knowledge.lightning_removals import removed, removed_itself, role, trainer_argument


@pytest.mark.parametrize("package", ["pytorch_lightning", "lightning.pytorch"])
def test_a_name_is_gone_under_each_name_of_the_package(package: str) -> None:
    assert removed(f"{package}.metrics.functional.accuracy") is not None
    assert removed(f"{package}.Trainer.add_argparse_args") is not None
    assert removed(f"{package}.metric") is None
    assert removed(f"{package}.metrics_of_mine") is None


def test_what_was_in_a_module_is_not_the_module() -> None:
    assert removed_itself("pytorch_lightning.metrics") is not None
    assert removed_itself("pytorch_lightning.metrics.Accuracy") is None


@pytest.mark.parametrize(
    "name", ["torch.metrics", "pytorch_lightning.loggers.WandbLogger", "lightning.pytorch.utilities.rank_zero", ""]
)
def test_what_is_there_is_not_told(name: str) -> None:
    assert removed(name) is None


@pytest.mark.parametrize(
    ("keyword", "value", "is_gone"),
    [
        ("gpus", 2, True),
        ("devices", 2, False),
        ("accelerator", "ddp", True),
        ("accelerator", "gpu", False),
        ("strategy", None, True),
        ("strategy", "ddp", False),
        ("strategy", ..., False),
    ],
)
def test_arguments_of_the_trainer(keyword: str, value: object, is_gone: bool) -> None:
    assert (trainer_argument("pytorch_lightning.Trainer", keyword, value) is not None) == is_gone
    assert trainer_argument("transformers.Trainer", keyword, value) is None


def test_the_part_of_a_class() -> None:
    assert role("lightning.LightningModule") == "module"
    assert role("pytorch_lightning.callbacks.ModelCheckpoint") == "callback"
    assert role("torch.nn.Module") == role("pytorch_lightning.LightningDataModule") == ""
