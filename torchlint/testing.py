"""Rules of your own in your own tests, with any test runner: `check_rule_folder` is `--test-rules` as an assertion."""

from __future__ import annotations

import os

from torchlint.authoring.rule_tests import flaws_by_rule
from torchlint.pack import PackError

__all__ = ["check_rule_folder"]


def check_rule_folder(path: str | os.PathLike[str]) -> None:
    """Test the rules of a pack, or the one rule whose folder this is, on the programs in their folders.

    Every mark in `bad.py` and `cases/` must be found and nothing else, nothing may be found in `good.py`, which is what
    the fix makes of `bad.py`, and the page must begin as the rule does. No program is run, except for rules that
    need a run.

    Raises AssertionError with one line for each thing that differs, and for a folder that holds no rule.

    Example:
        check_rule_folder("lint_rules")
    """
    from torchlint.runner.rule_runs import found_by_running

    tested = 0
    lines: list[str] = []
    try:
        for _, found in flaws_by_rule(os.fspath(path), found_by_running):
            tested += 1
            lines += map(str, found)
    except PackError as problem:
        lines.append(str(problem))
    if not tested and not lines:
        lines.append(f"{os.fspath(path)}: there is no rule in this folder")
    if lines:
        raise AssertionError("\n".join(lines))
