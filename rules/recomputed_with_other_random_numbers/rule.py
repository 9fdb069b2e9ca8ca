from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="results-differ", words="autograd")
def check(file: File) -> Findings:
    """A Function that computes its forward pass anew in backward draws new random numbers: another dropout mask."""
    if testing.is_part_of_tests(file):
        return  # a test recomputes what it compares
    for again in detect.recomputations(file):
        yield finding(
            again,
            f"`{again}` runs again with other random numbers than in `forward`; "
            "use `torch.utils.checkpoint.checkpoint`",
            related=(again.first.says("the first time"),),
        )
