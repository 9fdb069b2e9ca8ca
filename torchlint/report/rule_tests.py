"""`--test-rules`: the problems found by testing rules on the programs in their folders."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TextIO

from torchlint.authoring.rule_tests import Run, flaws
from torchlint.files.paths import shown
from torchlint.pack import PackError, load_pack, load_rule, lookup_in
from torchlint.report.style import printable
from torchlint.settings.keys import ConfigError


def write_flaws(path: str, stream: TextIO, run: Run) -> int:
    """Write the problems of a pack's rules, or of one rule's folder; returns how many rules have any.

    `run` finds what those rules find that need a run.

    Raises ConfigError if they can't be loaded.
    """
    here = Path(path)
    try:
        is_rule = (here / "rule.py").is_file()
        rules = [load_rule(here)] if is_rule else list(load_pack(here).values())
        lookup = lookup_in(Path(os.path.abspath(here)).parent if is_rule else here)
    except PackError as problem:
        raise ConfigError(shown(problem.path), problem.reason, problem.row or 0) from None
    bad = 0
    for rule in rules:
        folder = Path(os.path.relpath(os.path.dirname(rule.page)))
        lines = [str(flaw) for flaw in flaws(folder, rule, lookup, run)]
        stream.writelines(f"{printable(line)}\n" for line in lines)
        bad += bool(lines)
    tested = "1 rule" if len(rules) == 1 else f"{len(rules)} rules"
    outcome = f"{bad} with problems" if bad else "no problems"
    stream.write(f"{tested} tested, {outcome}.\n")
    return bad
