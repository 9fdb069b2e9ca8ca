from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="results-differ", words="autograd")
def check(file: File) -> Findings:
    """An `autograd.Function` that reruns its forward in `backward` draws different random numbers (dropout masks)."""
    if testing.is_part_of_tests(file):
        return  # a test compares recomputed values
    for again in detect.recomputations(file):
        yield finding(
            again,
            f"any dropout in `{again}` draws other numbers than in `forward`, so gradients are wrong; {again.instead}",
            related=(again.first.says("first run here"),),
        )
