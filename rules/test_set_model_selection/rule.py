from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_renamed


@rule(
    group="evaluation",
    severity="info",
    symptoms="validation-differs",
    words="best save early_stop max_ min_ Max Min _max _min val",
)
def check(file: File) -> Findings:
    """Selecting the best checkpoint by its test-set score makes that score look better than the model is."""
    if testing.is_part_of_tests(file):
        return  # a test selects no model to keep
    for choice in detect.choices_by_test_set(file):
        yield finding(
            choice,
            f"`{choice.score}` is measured on `{choice.data}` and decides {choice.decides}; select on validation data",
            related=(choice.data.says("the score comes from this data"),),
            sure=choice.is_of_test_set,
        )
    for renamed in detect_renamed.renamed_test_sets(file):
        yield finding(
            renamed,
            f"`{renamed.name}` is the test set, `{renamed.data}`, and decides what is saved; select on validation data",
            sure=renamed.is_of_test_set,
        )
