from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="results-differ", words="epoch epochs start_epoch", preview=True)
def check(file: File) -> Findings:
    """An epoch saved after it was trained, and read as the first epoch, is trained again by a resumed run."""
    if testing.is_part_of_tests(file):
        return  # a test resumes for a few steps
    for first in detect.miscounted_epochs(file):
        yield finding(
            first,
            f"`{first}` is the last epoch that was trained, so resuming repeats it; start with the next one"
            if first.repeats
            else f"`{first}` leads to the epoch after the next, so resuming skips one; add 1 only once",
            sure=first.is_certain,
            related=(first.saved.says("saved here, after the epoch"),),
        )
