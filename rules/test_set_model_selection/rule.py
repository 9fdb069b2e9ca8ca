from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="evaluation", severity="info", symptoms="validation-differs", words="best")
def check(file: File) -> Findings:
    """A checkpoint chosen by its score on the test set is tested on what chose it, and looks better than it is."""
    if testing.is_part_of_tests(file):
        return  # there is nothing to choose
    for choice in detect.choices_by_test_set(file):
        yield finding(
            choice,
            f"`{choice.score}` is of `{choice.data}` and chooses what is saved; choose by samples that are held back",
            related=(choice.data.says("the score comes from here"),),
            sure=choice.is_of_test_set,
        )
