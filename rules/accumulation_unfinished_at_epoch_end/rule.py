from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="info", symptoms="accuracy-at-chance", words="backward")
def check(file: File) -> Findings:
    """Where step() runs every few batches, those that are left at the end of an epoch are dropped, or applied late."""
    if testing.is_part_of_tests(file):
        return  # a test has as many batches as it needs
    for rest in detect.unfinished(file):
        if rest.every.is_literally == 1:
            continue  # a step for each batch
        what = "are cleared unused" if rest.is_cleared else "wait for the next epoch's step"
        yield finding(
            rest.step,
            f"`{rest.step}` leaves out the last batches of an epoch, unless `{rest.every}` divides them: they {what}",
            related=(rest.every.says("every so many batches"),),
        )
