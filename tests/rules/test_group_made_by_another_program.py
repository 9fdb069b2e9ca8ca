"""collective-without-process-group: a function of the same name in another program makes no group for this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

ALWAYS = """import torch.distributed as dist


def setup():
    dist.init_process_group("nccl")


def is_first():
    return dist.get_rank() == 0
"""
SOMETIMES = """import os

import torch.distributed as dist


def setup():
    if int(os.environ.get("WORLD_SIZE", 1)) > 1:
        dist.init_process_group("nccl")


def is_first():
    return dist.get_rank() == 0
"""
TRAINS = """from group import is_first, setup


def main(batches):
    setup()
    for batch in batches:
        if is_first():
            print(batch)


main([])
"""


@pytest.mark.parametrize(("group", "is_found"), [(ALWAYS, False), (SOMETIMES, True)], ids=["always", "sometimes"])
def test_only_the_own_program_decides(tmp_path: Path, pack: dict[str, Rule], group: str, is_found: bool) -> None:
    for folder, text in (("this", group), ("other", SOMETIMES)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "group.py").write_text(text, encoding="utf-8")
        (tmp_path / folder / "train.py").write_text(TRAINS, encoding="utf-8")
    (tmp_path / "other" / "demo.py").write_text(f"{SOMETIMES}\n\nsetup()\n", encoding="utf-8")
    file = tmp_path / "this" / "group.py"
    assert bool(said(file, (pack["collective-without-process-group"],), project_files(tmp_path))) is is_found
