"""One line on a run of --verify for logs and scripts: its form stays, whatever else the report says.

verify: 3 confirmed, 1 refuted, 2 not reached, 0 undecided of 6 findings; command ended with status 0 after 9.1 s
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from torchlint.verdict import times
from torchlint.verify.report.words import signal_name
from torchlint.verify.verify_run import counted

if TYPE_CHECKING:
    from torchlint.result import Result
    from torchlint.verify.verify_run import VerifyRun


def ci_line(ran: VerifyRun | None, results: Sequence[Result]) -> str:
    """What was said of the findings, and how the command ended: `verify: 3 confirmed, 1 refuted, ...`.

    A fixed finding is counted by the verdict on its fix.
    """
    given = [judgement.verdict.outcome for result in results for judgement in result.verdicts.values()]
    given += [repair.after.verdict.outcome for repair in (ran.fixes.made if ran and ran.fixes else ())]
    return f"verify: {counted(given)} of {times(len(given), 'finding')}; command {_ended(ran)}"


def _ended(ran: VerifyRun | None) -> str:
    if ran is None:
        return "not run"
    status, stopped = ran.session.status, ran.session.stopped
    how = f"ended with status {status}"
    if status < 0:
        how = f"ended by {signal_name(-status)}"
    if stopped:
        how = "interrupted" if stopped.startswith("interrupted") else "stopped"
    return f"{how} after {ran.seconds:.1f} s"
