"""Which files are checked: those that have to do with PyTorch, by themselves or by what they import."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.gate import Noted
from tests.command import run, told
from torchlint import gate, lint
from torchlint.files.source import Source
from torchlint.gate import concerns_torch, never_concerns_torch
from torchlint.project.project_files import ProjectFiles

TRAINER = "import torch\n\n\nclass Trainer:\n    def run(self): ...\n"
MAIN = "from acme.trainer import Trainer\n\nTrainer().run()\n"
RULE = '''\
from torchlint import File, Findings, finding, rule


@rule(group="reproducibility", severity="warning")
def check(file: File) -> Findings:
    """Our trainer has to be seeded before it runs."""
    for call in file.named_calls("acme.trainer.Trainer"):
        yield finding(call, f"`{call}` runs without a seed; call `acme.seed()` before")
'''


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "__init__.py").touch()
    (tmp_path / "acme" / "trainer.py").write_text(TRAINER)
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


def concerns(text: str, name: str = "main.py") -> bool:
    """Whether a file with this text is checked."""
    root = str(Path.cwd())
    path = str(Path.cwd() / name)
    Path(path).write_text(text)
    files = ProjectFiles(
        root,
        lambda place: Path(place).read_text() if Path(place).is_file() else None,
        lambda: map(str, Path(root).rglob("*.py")),
    )
    found = concerns_torch(Source(path, text), lambda: files)
    assert not (found and never_concerns_torch(text))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (MAIN, True),
        ("import acme.trainer\nacme.trainer.Trainer().run()\n", True),
        ("import os, acme.trainer as t\nt.Trainer().run()\n", True),
        ("def main():\n    from acme.trainer import Trainer\n    Trainer().run()\n", True),
        ("from acme import trainer\ntrainer.Trainer().run()\n", True),
        ("from acme.trainer import Trainer as T\nT.made(3).run()\n", True),
        ("from acme.trainer import *\nTrainer().run()\n", True),
        ("from acme.trainer import Trainer\n__all__ = ['Trainer']\n", False),
        ("from acme.trainer import Trainer\nclass Mine(Trainer):\n    size = Trainer.size\n", False),
        ("from acme.trainer import Trainer\nclass Mine(Trainer):\n    def run(self, epochs): ...\n", True),
        ("from acme.plain import Trainer\nTrainer().run()\n", False),
        ("from elsewhere.trainer import Trainer\nTrainer().run()\n", False),
        ("import os\nprint(os)\n", False),
        ("import jax\nfrom acme.trainer import Trainer\n\nTrainer(jax)\n", True),
        ("import paddle\nfrom acme.trainer import Trainer\n", False),
    ],
)
def test_what_a_file_imports_counts(text: str, expected: bool) -> None:
    Path("acme/plain.py").write_text("class Trainer: ...\n")
    assert concerns(text) is expected


def test_names_that_a_package_hands_on() -> None:
    Path("acme/__init__.py").write_text("from .trainer import Trainer\n")
    assert concerns("from acme import Trainer\nTrainer().run()\n")


def test_a_package_that_only_registers_what_it_hands_on_is_not_parsed() -> None:
    text = "from .trainer import Trainer, register\n\nregister(name='acme', cls=Trainer)\n"
    assert not concerns(text, "acme/__init__.py")
    assert concerns(text, "acme/registry.py")
    assert concerns(f"{text}Trainer().train(epochs=3)\n", "acme/__init__.py")


def test_a_module_of_options_is_part_of_the_program_that_imports_it() -> None:
    text = "import argparse\nparser = argparse.ArgumentParser()\n"
    Path("acme/trainer.py").write_text(f"from acme import options\n{TRAINER}")
    assert concerns(f"{text}parser.add_argument('--amp', type=bool)\n", "acme/options.py")
    assert not concerns(text, "acme/options.py")
    assert not concerns(f"{text}parser.add_argument('--amp', type=bool)\n", "acme/of_another_program.py")


def test_modules_of_metrics_and_splits_are_part_of_the_program_that_imports_them() -> None:
    Path("acme/trainer.py").write_text(f"from acme import parts\n{TRAINER}")
    metric = "from sklearn.metrics import roc_auc_score\ndef score(y, p): return roc_auc_score(y, p)\n"
    split = "import os\ndef split(root): return os.listdir(root)[:9], os.listdir(root)[9:]\n"
    for text in (metric, split):
        assert concerns(text, "acme/parts.py")
        assert not concerns(text, "acme/of_another_program.py")
    assert not concerns("def score(y, p): return (y == p).mean()\n", "acme/parts.py")


def test_a_script_that_reads_what_numpy_has_lost_counts_where_the_project_uses_torch() -> None:
    text = "import numpy as np\nnp.save('boxes.npy', np.zeros(3, dtype=np.float))\n"
    assert concerns(text, "prepare.py")
    assert not concerns(text.replace("np.float", "np.float32"), "prepare.py")
    assert not concerns(f"{text.replace('np.float', 'float')}# np.float\n", "prepare.py")
    Path("acme/trainer.py").write_text("class Trainer: ...  # not of torch\n")
    assert not concerns(text, "prepare.py")


def test_a_script_that_divides_files_with_a_seed_counts_where_the_project_uses_torch() -> None:
    text = "import os, random\nrandom.seed(0)\nnames = os.listdir('a')\ntrain, test = names[:9], names[9:]\n"
    assert concerns(text, "prepare.py")
    assert not concerns(text.replace("random.seed(0)", "random.shuffle([])"), "prepare.py")
    assert not concerns(text.replace("listdir", "walkdir").replace("train", "first"), "prepare.py")
    Path("acme/trainer.py").write_text("class Trainer: ...  # not of torch\n")
    assert not concerns(text, "prepare.py")


def test_only_the_standard_library_leads_nowhere() -> None:
    text = "import os.path, sys\nfrom collections import abc\nprint(os, sys, abc)\n"

    def around() -> ProjectFiles:
        raise AssertionError("nobody has to look into the project")

    assert not concerns_torch(Source("main.py", text), around)
    assert never_concerns_torch(text)
    assert not never_concerns_torch(MAIN)


def test_a_rule_of_a_pack_sees_such_a_file_and_notices_changes() -> None:
    Path("rules/unseeded_trainer").mkdir(parents=True)
    Path("rules/unseeded_trainer/rule.py").write_text(RULE)
    Path("torchlint.toml").write_text('packs = ["rules"]\n')
    Path("main.py").write_text(MAIN)
    assert run("--trust").status == 0
    for _ in range(2):  # once anew, and once from the cache
        assert told("main.py") == ["main.py:3:1 unseeded-trainer"]
    Path("acme/trainer.py").write_text("class Trainer: ...\n")
    assert told("main.py") == []
    Path("acme/trainer.py").write_text(TRAINER)
    assert told("main.py") == ["main.py:3:1 unseeded-trainer"]


def test_the_benchmark_notes_the_files_that_count_by_the_project_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("main.py").write_text(MAIN)
    for around, files in ((False, 0), (True, 1)):
        with monkeypatch.context() as patched:
            patched.setattr(gate, "concerns_torch", gate.concerns_torch)
            patched.setattr(lint, "_checked", lint._checked)
            noted = Noted()
            noted.watch(around=around)
            run("-j1", ".")
        assert noted.files == files
        assert (noted.asking > 0) == (noted.checking > 0) == around
