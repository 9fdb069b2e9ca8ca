from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import misplaced_numbers

from . import detect


@rule(group="training", severity="error", words="view reshape")
def check(file: File) -> Findings:
    """A view keeps numbers in the order in which they lie, so sizes in another order mix up what they belong to."""
    for view in detect.reorderings(file):
        order = ", ".join(map(str, view.order))
        edits = view.as_permute
        advice = f"use `permute({order})`" if edits else "permute it first"
        yield finding(
            view,
            f"`{view.method}` moves no number, so these sizes of `{view.tensor}` scramble it; {advice}",
            fix=Fix("Permute the dimensions", edits, safe=False),
            proof=misplaced_numbers(tensor=view.tensor, at=view),
        )
