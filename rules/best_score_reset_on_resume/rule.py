from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_stale


@rule(
    group="training",
    severity="warning",
    symptoms="checkpoint-does-not-load",
    words="load_state_dict resume load_checkpoint restore start_epoch",
    preview=True,
)
def check(file: File) -> Findings:
    """A best score that is not restored on resume starts over, so the first epoch replaces the best checkpoint."""
    if testing.is_part_of_tests(file):
        return  # a test resumes for a few steps
    for best in detect.forgotten_scores(file):
        yield finding(
            best,
            f"`{best.name}` restarts at `{best.start}` on resume, so a worse epoch can "
            f"{'be taken for the best one' if best.is_remembered else 'replace the best checkpoint'}; "
            f"save and restore `{best.name}`",
            sure=best.is_sure,
            related=(best.resumed.says("resumes here"), best.saved.says("saves the best here")),
        )
    for stale in detect_stale.stale_scores(file):
        yield finding(
            stale,
            f"`{stale.name}` is saved before this epoch updates it, so a resumed run does not know this score; "
            "save it after the update",
            related=(
                *(other.says("and here") for other in stale.again),
                stale.update.says("updated here"),
                stale.restored.says("restored here"),
            ),
        )
