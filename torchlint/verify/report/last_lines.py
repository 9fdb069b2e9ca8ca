"""The summary of --verify: what was fixed, and how the command ended; the line with the counts follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from torchlint.report.pages import Pages
from torchlint.report.style import Style, printable
from torchlint.report.verdicts import amount, value, word
from torchlint.verify.report.memory_words import memory_lines
from torchlint.verify.report.words import signal_name

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Result
    from torchlint.verify.verify_run import VerifiedFix, VerifiedFixes, VerifyRun


def last_lines(
    ran: VerifyRun | None, results: Sequence[Result], style: Style, *, fixes: bool, unsafe: bool
) -> Iterator[str]:
    """What was fixed, and notes on the run, above the line with the counts; `fixes` and `unsafe` are the options."""
    if ran is not None and ran.fixes is not None:
        yield from _fixes(ran, ran.fixes, style)
    made = ran.fixes.made if ran and ran.fixes else ()
    fixed = sum(repair.after.verdict.outcome != "confirmed" for repair in made)
    if fixed:
        yield f"{fixed} fixed."
    elif not made and not any(result.verdicts for result in results):
        yield style.paint("All checks passed!", "good")
    if ran is None:
        return  # nothing to look at, which was said already
    yield _end(ran)
    yield from memory_lines(ran)
    notes = ran.session.notes[1:] if ran.session.stopped else ran.session.notes
    yield from (f"note: {printable(note)}" for note in notes)
    yield from _unreached(ran)
    if not fixes:
        yield from _fixable(results, style, unsafe=unsafe)
    elif ran.fixes is None:
        yield "Nothing was fixed, because the command did not succeed."


def _unreached(ran: VerifyRun) -> Iterator[str]:
    """What can be done about places that the run has not reached."""
    missed = [judgement.evidence for _, _, judgement in ran.judgements() if judgement.verdict.outcome == "not reached"]
    loaded = sum(evidence is not None and evidence.file != "not loaded" for evidence in missed)
    if number := len(missed) - loaded:
        yield f"help: {number} finding{' is' if number == 1 else 's are'} in files that the command did not load"
    if loaded:
        yield f"help: {loaded} finding{' was' if loaded == 1 else 's were'} not reached; {_advice(ran)}"


def _advice(ran: VerifyRun) -> str:
    """Advice for reaching more places; limiting batches is offered if a DataLoader was observed."""
    if ran.session.status and not ran.session.stopped:
        return "a run that does not fail may reach more"
    if ran.controls.max_steps is not None:
        return "`--verify-limit-batches 20` instead of `--verify-max-steps` may reach more: it shortens each epoch"
    if ran.controls.limit_batches is None and any(process.loading.batches for process in ran.session.processes):
        return (
            "a longer run may reach more, or `--verify-limit-batches 20`, which shortens every pass over a DataLoader"
        )
    return "a longer run may reach more"


def _end(ran: VerifyRun) -> str:
    """How the command ended."""
    seconds, status = f"{ran.seconds:.1f} s", ran.session.status
    if ran.session.stopped.startswith("stopped"):
        return f"The command was {ran.session.stopped}."
    if ran.session.stopped:
        return f"The command was {ran.session.stopped} after {seconds}."
    if status < 0:
        return f"The command was ended by {signal_name(-status)} after {seconds}."
    if status:
        return f"The command failed after {seconds}, with exit status {status}."
    return f"The command succeeded after {seconds}."


def _fixable(results: Iterable[Result], style: Style, *, unsafe: bool) -> Iterator[str]:
    """How many of the confirmed findings --fix would fix."""
    fixes = Counter(
        finding.fix.safe
        for result in results
        for finding, judgement in result.verdicts.items()
        if finding.fix is not None and judgement.verdict.outcome == "confirmed"
    )
    ready = fixes[True] + (fixes[False] if unsafe else 0)
    hidden = fixes[False] - (ready - fixes[True])
    if ready:
        star = f"[{style.paint('*', 'safe')}]"
        more = f" ({hidden} more with `--unsafe-fixes`)" if hidden else ""
        yield f"{star} {ready} of the confirmed fixable with the `--fix` option{more}, which runs the command again."
    elif hidden:
        yield f"{hidden} of the confirmed fixable with `--fix --unsafe-fixes`, which runs the command again."


def _fixes(ran: VerifyRun, fixes: VerifiedFixes, style: Style) -> Iterator[str]:
    if fixes.undone is not None:
        yield f"The command succeeded before the fixes, but not with them. {_end(fixes.undone.run)}"
        if fixes.undone.restored:
            yield f"The fixes were reverted: {', '.join(map(printable, fixes.undone.restored))}."
        if fixes.undone.kept:
            yield f"The fixes could not be reverted: {', '.join(map(printable, fixes.undone.kept))}."
    elif fixes.made and ran.session.failed:
        yield "The command succeeded before these fixes, but not with them; `--verify-keep-fixes` keeps them."
    if fixes.made:
        yield "Fixed, before and after:"
        for repair in fixes.made:
            yield f"- {_place(repair.result, repair.finding)}: {repair.finding.rule} {_change(repair, style)}"
    if fixes.losses is not None:
        yield (
            f"The losses are {fixes.losses.text}."
            if fixes.losses.outcome != "unknown"
            else (f"The losses could not be compared: {fixes.losses.text}.")
        )
    if ran.is_changed_by_fixes:
        yield "These fixes should not change what the program computes, so check why before you keep them."
    elif fixes.made and fixes.losses is not None and fixes.losses.outcome == "different":
        yield "Some of these fixes may change what the program computes; check that this change is what you want."
    if fixes.left:
        yield "Confirmed, but not fixed:"
        for result, finding, why in fixes.left:
            yield f"- {_place(result, finding)}: {finding.rule}: {why}"
    if fixes.made or fixes.left or fixes.undone:
        yield ""


def _change(repair: VerifiedFix, style: Style) -> str:
    """The number that matters most in both runs, and the verdict of the second."""
    before, after = (judgement.verdict.numbers[:1] for judgement in (repair.before, repair.after))
    now = word(repair.after.verdict.outcome, style)
    if not before or not after:
        first = f"{amount(before[0])}, " if before else ""
        return f"{first}now {now}: {printable(repair.after.verdict.text)}"
    if before[0].name == after[0].name:
        return f"{before[0].name} {value(before[0])} before, {value(after[0])} now: {now}"
    return f"{amount(before[0])} before, {amount(after[0])} now: {now}"


def _place(result: Result, finding: Finding) -> str:
    place = Pages(result.checked.source).at(finding.span.start).place(finding.span.start)
    return f"{printable(result.checked.source.path)}:{place}"
