"""What a rule finds by running one program of its folder, for tests of the rule."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from torchlint.diagnostics import FAILURE
from torchlint.finding import Finding, Span
from torchlint.verify.plan import Plan, absolute
from torchlint.verify.run_findings import in_source, run_findings
from torchlint.verify.session import run

if TYPE_CHECKING:
    from torchlint.files.source import Source
    from torchlint.rule import Rule


def found_by_running(source: Source, rule: Rule) -> tuple[Finding, ...]:
    """The findings of a rule in a program that this Python runs; a program that fails is a finding of its own."""
    path = absolute(source.path)
    plan = Plan((), {}, (rule.monitor,), (path,))
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        session = run([sys.executable, path], plan, stdout=nothing)
    finally:
        os.close(nothing)
    if session.failed or session.notes:
        said = "; ".join(session.notes) or f"its status is {session.status}"
        return (Finding(source.path, Span(0, 0), f"the program failed: {said}", rule=FAILURE),)
    return tuple(in_source(source, run_findings(session.processes, [rule]).get(path, ())))
