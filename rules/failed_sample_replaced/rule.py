from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="data", severity="warning", symptoms="results-differ", words="__getitem__", preview=True)
def check(file: File) -> Findings:
    """A dataset that answers an error with another sample hides damaged files and bugs, and repeats samples."""
    if testing.is_part_of_tests(file):
        return  # a test makes samples fail
    for sample in detect.replaced_samples(file):
        other = "a made-up sample" if sample.is_made_up else "another sample"
        yield finding(
            sample,
            f"`{sample.caught}` answers any error with {other}, so damaged files and bugs go unnoticed; let it raise"
            if sample.is_certain
            else f"`{sample.caught}` answers an error with {other}; let it raise, or leave out such samples beforehand",
            sure=sample.is_certain,
            related=(sample.by.says("instead of the sample that failed"),),
        )
