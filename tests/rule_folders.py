"""The folders of rules/."""

from __future__ import annotations

from pathlib import Path

from torchlint.authoring.marks import Mark, answers, marks, without_marks
from torchlint.authoring.rule_tests import marked_files

__all__ = [
    "CONFIRMED",
    "EXPERIMENTED",
    "FOLDERS",
    "ROOT",
    "RULES",
    "RUN_RULES",
    "UNCONFIRMED",
    "Mark",
    "answers",
    "marked_files",
    "marks",
    "name_of",
    "without_marks",
]

ROOT = Path(__file__).parent.parent
RULES = ROOT / "rules"
FOLDERS = sorted(path for path in RULES.iterdir() if path.is_dir() and path.name[0] not in "._")
# By their text: the rules whose findings only a run can make.
RUN_RULES = [folder for folder in FOLDERS if "@run_rule(" in (folder / "rule.py").read_text(encoding="utf-8")]


# The rules whose bad.py no run here can confirm, and why. What their probes would say is in test_judges*.py.
UNCONFIRMED = {
    "create-then-to-device": "it is confirmed by what is copied to a GPU",
    "cuda-visible-devices-too-late": "it is confirmed by a GPU that has started",
    "device-transfer-non-blocking-to-cpu": "it is confirmed by copies from a GPU",
    "ddp-changed-after-wrap": "it is confirmed by two processes that train together",
    "ddp-module-bypass": "it is confirmed by two processes that train together",
    "evaluation-sampler-repeats-samples": "it is confirmed by several processes that evaluate together",
    "per-sample-cpu-transform": "it is confirmed by how long something takes, which is another time on each machine",
    "torch-load-no-map-location": "it is confirmed by tensors that were saved on a GPU",
    "rank-conditional-collective": "it is confirmed by two processes of which one waits for the other",
    "same-seed-on-every-rank": "it is confirmed by two processes that train together",
    "sync-in-hot-loop": "it is confirmed by how long a GPU is waited for",
    "trained-without-ddp": "it is confirmed by two processes that train together",
}


def name_of(folder: Path) -> str:
    """The rule's name: its folder's in kebab-case."""
    return folder.name.replace("_", "-")


# By their text: to check all programs takes seconds, which only who runs them should wait.
EXPERIMENTED = [name_of(folder) for folder in FOLDERS if "proof=" in (folder / "rule.py").read_text(encoding="utf-8")]
CONFIRMED = [name for name in EXPERIMENTED if name not in UNCONFIRMED]
