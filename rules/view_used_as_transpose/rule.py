from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import misplaced_numbers

from . import detect, detect_heads, detect_layouts


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="view reshape")
def check(file: File) -> Findings:
    """`view` and `reshape` don't reorder elements, so using them to swap dimensions scrambles the tensor."""
    own_sizes = dict.fromkeys((*detect.reorderings(file), *detect_heads.reorderings(file)))
    for view in own_sizes | dict.fromkeys(detect_layouts.reorderings(file)):
        yield finding(
            view,
            f"`{view.method}` does not reorder elements, so it scrambles `{view.tensor}`; {view.advice}",
            fix=Fix("Permute the dimensions", view.as_permute, safe=False),
            proof=misplaced_numbers(tensor=view.tensor, at=view),
            sure=view.is_proven,
        )
