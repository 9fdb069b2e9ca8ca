from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="deprecated",
    severity="info",
    symptoms="crash",
    default=False,
    words="norm svd UpsamplingNearest2d UpsamplingBilinear2d",
)
def check(file: File) -> Findings:
    """`torch.norm`, `torch.svd` and the Upsampling layers are deprecated in the documentation, without a warning."""
    if testing.is_test_module(file):
        return  # a test of the old name is for those who still use it
    for use in detect.documented_uses(file):
        if use.is_guarded:
            continue  # the code checks the PyTorch version
        yield finding(
            use,
            f"`{use.shown}` {use.happens}; {use.instead}",
            fix=Fix("Replace with the current API", use.edits, safe=use.is_same),
        )
