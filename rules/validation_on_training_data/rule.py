from torchlint import File, Findings, finding, rule
from torchlint.proofs import sample_overlap
from torchlint.queries import data, testing


@rule(group="evaluation", severity="warning", symptoms="validation-differs", words="train")
def check(file: File) -> Findings:
    """A model that is validated on what it was trained on is measured by what it has learnt by heart."""
    if testing.is_part_of_tests(file):
        return  # a test needs some data
    for use in data.trained_on(file):
        yield finding(
            use,
            f"`{use.name}` is trained on and validated with; hold samples back, and validate with those",
            proof=sample_overlap(held_out=use, trained=use.trained) if use.trained else None,
            related=(use.trained.says("it is trained on here"),) if use.trained else (),
            sure=use.is_proven,
        )
