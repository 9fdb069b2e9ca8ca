"""Where training waits for the device, when the step and its loop stand in two files."""

from __future__ import annotations

from pathlib import Path

from torchlint.project.project_files import ProjectFiles
from torchlint.queries import File, devices

STEP = """
import torch.nn.functional as F

def step(model, x, y):
    loss = F.cross_entropy(model(x.cuda()), y.cuda())
    loss.backward()
    return loss.item()
"""
TRAIN = """
from torch.utils.data import DataLoader
from steps import step

def train(model, data):
    for x, y in DataLoader(data):
        print(step(model, x, y))
"""


NOW_AND_THEN = """
from torch.utils.data import DataLoader
from steps import step

def train(model, data):
    for number, (x, y) in enumerate(DataLoader(data)):
        if number % 100 == 0:
            print(step(model, x, y))
        else:
            model(x.cuda()).sum().backward()
"""
ASKED = """
import torch.nn.functional as F

def step(model, x, y, shows, name):
    loss = F.cross_entropy(model(x.cuda()), y.cuda())
    loss.backward()
    if shows:
        print(loss.item())
    if name:
        print(name, loss.mean().item())
"""
ASKING = """
from torch.utils.data import DataLoader
from steps import step

def train(model, data, name):
    for number, (x, y) in enumerate(DataLoader(data)):
        step(model, x, y, number % 100 == 0, name)
"""


def waits(folder: Path, name: str, steps: str = STEP, train: str = TRAIN) -> list[str]:
    paths = {"steps.py": steps, "train.py": train}
    for each, text in paths.items():
        (folder / each).write_text(text, encoding="utf-8")
    around = ProjectFiles(
        str(folder), lambda path: Path(path).read_text(encoding="utf-8"), lambda: map(str, folder.glob("*.py"))
    )
    file = File(str(folder / name), paths[name], around)
    return [wait.text for wait in devices.waits(file)]


def test_what_another_file_fetches_is_not_told_here(tmp_path: Path) -> None:
    assert waits(tmp_path, "train.py") == []


def test_a_step_is_told_where_a_loop_of_another_file_runs_it(tmp_path: Path) -> None:
    assert waits(tmp_path, "steps.py") == ["loss.item()"]


def test_a_condition_of_another_file_decides(tmp_path: Path) -> None:
    assert waits(tmp_path, "steps.py", train=NOW_AND_THEN) == []


def test_a_condition_that_another_file_passes_on_decides(tmp_path: Path) -> None:
    assert waits(tmp_path, "steps.py", ASKED, ASKING) == ["loss.mean().item()"]


def test_in_one_file_the_step_is_followed(tmp_path: Path) -> None:
    text = STEP + TRAIN.replace("from steps import step\n", "")
    assert [wait.text for wait in devices.waits(File(str(tmp_path / "all.py"), text))] == ["loss.item()"]
