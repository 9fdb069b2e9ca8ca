"""`--test-rules`: the problems found by testing rules on the programs in their folders."""

from __future__ import annotations

from typing import TextIO

from torchlint.authoring.rule_tests import Run, flaws_by_rule
from torchlint.files.paths import shown
from torchlint.pack import PackError
from torchlint.report.style import printable
from torchlint.settings.keys import ConfigError


def write_flaws(path: str, stream: TextIO, run: Run) -> int:
    """Write the problems of a pack's rules, or of one rule's folder; returns how many rules have any.

    `run` finds what those rules find that need a run.

    Raises ConfigError if they can't be loaded.
    """
    tested = bad = 0
    try:
        for _, found in flaws_by_rule(path, run):
            stream.writelines(f"{printable(str(flaw))}\n" for flaw in found)
            tested += 1
            bad += bool(found)
    except PackError as problem:
        raise ConfigError(shown(problem.path), problem.reason, problem.row or 0) from None
    rules = "1 rule" if tested == 1 else f"{tested} rules"
    outcome = f"{bad} with problems" if bad else "no problems"
    stream.write(f"{rules} tested, {outcome}.\n")
    return bad
