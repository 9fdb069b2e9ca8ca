"""batch-copy-not-overlapped, where another file makes the loaders, and hands them out by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

LOADERS = """
from torch.utils.data import DataLoader


def small(rows, args):
    return DataLoader(rows, batch_size=8, pin_memory={small})


def large(rows, args):
    return DataLoader(rows, batch_size=64, pin_memory={large})


def held_out(rows):
    return DataLoader(rows, batch_size=64, shuffle=False)


LOADERS = {{"small": small, "large": large}}
"""

TRAINS = """
from loaders import LOADERS


def train(args, model, optimizer, device, {name}):
    for step, batch in enumerate({name}):
        batch = tuple(part.to(device{more}) for part in batch)
        optimizer.zero_grad()
        model(*batch).mean().backward()
        optimizer.step()


def main(args, rows, model, optimizer, device):
    train(args, model, optimizer, device, LOADERS[args.size](rows, args))
"""

KINDS = {
    "not-pinned": ("False", "False", "train_loader", ", non_blocking=True", True),
    "blocking": ("True", "True", "train_loader", "", True),
    "neither": ("False", "False", "train_loader", "", False),
    "both": ("True", "True", "train_loader", ", non_blocking=True", False),
    "one-of-them": ("True", "False", "train_loader", ", non_blocking=True", False),
    "by-a-setting": ("args.pin", "args.pin", "train_loader", ", non_blocking=True", False),
}


@pytest.mark.parametrize(("small", "large", "name", "more", "is_found"), KINDS.values(), ids=KINDS)
def test_it_is_suspected_where_all_loaders_are_alike(
    tmp_path: Path, pack: dict[str, Rule], small: str, large: str, name: str, more: str, is_found: bool
) -> None:
    (tmp_path / "loaders.py").write_text(LOADERS.format(small=small, large=large), encoding="utf-8")
    (tmp_path / "train.py").write_text(TRAINS.format(name=name, more=more), encoding="utf-8")
    found = said(tmp_path / "train.py", (pack["batch-copy-not-overlapped"],), project_files(tmp_path))
    assert bool(found) is is_found


@pytest.mark.parametrize(("name", "is_found"), [("train_loader", True), ("test_loader", False), ("parts", False)])
def test_the_name_says_what_an_unknown_iterable_is(
    tmp_path: Path, pack: dict[str, Rule], name: str, is_found: bool
) -> None:
    (tmp_path / "loaders.py").write_text(LOADERS.format(small="False", large="False"), encoding="utf-8")
    text = TRAINS.format(name=name, more=", non_blocking=True").partition("def main")[0]
    (tmp_path / "train.py").write_text(text, encoding="utf-8")
    found = said(tmp_path / "train.py", (pack["batch-copy-not-overlapped"],), project_files(tmp_path))
    assert bool(found) is is_found
