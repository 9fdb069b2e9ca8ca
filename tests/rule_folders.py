"""The folders of rules/."""

from __future__ import annotations

from pathlib import Path

from torchlint.authoring.marks import Mark, answers, marks, without_marks
from torchlint.authoring.rule_tests import marked_files

__all__ = ["FOLDERS", "ROOT", "RULES", "Mark", "answers", "marked_files", "marks", "name_of", "without_marks"]

ROOT = Path(__file__).parent.parent
RULES = ROOT / "rules"
FOLDERS = sorted(path for path in RULES.iterdir() if path.is_dir() and path.name[0] not in "._")
# By their text: the rules whose findings only a run can make.
RUN_RULES = [folder for folder in FOLDERS if "@run_rule(" in (folder / "rule.py").read_text(encoding="utf-8")]


def name_of(folder: Path) -> str:
    """The rule's name: its folder's in kebab-case."""
    return folder.name.replace("_", "-")
