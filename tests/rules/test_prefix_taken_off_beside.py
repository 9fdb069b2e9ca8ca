"""A model that is saved in its wrapper, and a file in the same folder that reads such weights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

TRAINS = """import torch
from torch import nn

model = nn.DataParallel(nn.Linear(4, 1))
torch.save(model.state_dict(), "last.pt")
"""
READS = """import re
import torch
from torch import nn
from torch.nn.modules.utils import consume_prefix_in_state_dict_if_present


def score(path, prefix):
    model = nn.Linear(4, 1)
    state = torch.load(path, weights_only=True)
    {names}
    model.load_state_dict(state)
    return model
"""


@pytest.mark.parametrize(
    "names",
    [
        'state = {name.replace("module.", ""): value for name, value in state.items()}',
        'state = {name.removeprefix("module."): value for name, value in state.items()}',
        'state = {name.partition("module.")[2]: value for name, value in state.items()}',
        'state = {name.split("module.")[-1]: value for name, value in state.items()}',
        'state = {name.split("module.", 1)[1]: value for name, value in state.items()}',
        'state = {re.sub("^module.", "", name): value for name, value in state.items()}',
        'state = {re.sub(r"^module\\.", "", name): value for name, value in state.items()}',
        'state = {name[len("module.") :]: value for name, value in state.items()}',
        "state = {name[7:]: value for name, value in state.items()}",
        'consume_prefix_in_state_dict_if_present(state, "module.")',
        'consume_prefix_in_state_dict_if_present(state, prefix="module.")',
    ],
)
def test_a_prefix_that_is_taken_off_is_nothing_to_report(tmp_path: Path, pack: dict[str, Rule], names: str) -> None:
    assert not found_beside(tmp_path, pack, READS.replace("{names}", names))


@pytest.mark.parametrize(
    "names",
    [
        "pass",
        'state = {name.replace("encoder.", ""): value for name, value in state.items()}',
        'state = {name.replace("encoder.", "module."): value for name, value in state.items()}',
        'state = {"module." + name: value for name, value in state.items()}',
        "state = {name[8:]: value for name, value in state.items()}",
        'consume_prefix_in_state_dict_if_present(state, "encoder.")',
    ],
)
def test_other_changes_of_names_leave_the_finding(tmp_path: Path, pack: dict[str, Rule], names: str) -> None:
    assert found_beside(tmp_path, pack, READS.replace("{names}", names))


def test_a_file_that_loads_no_weights_leaves_the_finding(tmp_path: Path, pack: dict[str, Rule]) -> None:
    assert found_beside(tmp_path, pack, 'names = [name.replace("module.", "") for name in open("names.txt")]\n')


def test_a_file_that_saves_weights_of_its_own_leaves_the_finding(tmp_path: Path, pack: dict[str, Rule]) -> None:
    reads = READS.replace("{names}", 'state = {name.replace("module.", ""): value for name, value in state.items()}')
    assert found_beside(tmp_path, pack, reads + '\n\ntorch.save(score("own.pt", "").state_dict(), "own.pt")\n')


def found_beside(folder: Path, pack: dict[str, Rule], reads: str) -> bool:
    """Whether the training file is reported when another file lies beside it."""
    trains = folder / "train.py"
    trains.write_text(TRAINS, encoding="utf-8")
    (folder / "score.py").write_text(reads, encoding="utf-8")
    return bool(said(trains, (pack["ddp-state-dict-prefix"],), project_files(folder)))
