from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import misplaced_numbers

from . import detect, detect_layouts


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="view reshape")
def check(file: File) -> Findings:
    """A view keeps numbers in the order in which they lie, so sizes in another order mix up what they belong to."""
    own_sizes = dict.fromkeys(detect.reorderings(file))
    for view in own_sizes | dict.fromkeys(detect_layouts.reorderings(file)):
        yield finding(
            view,
            f"`{view.method}` moves no number, so these sizes of `{view.tensor}` scramble it; {view.advice}",
            fix=Fix("Permute the dimensions", view.as_permute, safe=False),
            proof=misplaced_numbers(tensor=view.tensor, at=view),
        )
