from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="api", severity="info", symptoms="crash", default=False, words="Tensor")
def check(file: File) -> Findings:
    """torch.Tensor makes float32 of any numbers, and takes a single number for a size; torch.tensor does neither."""
    for made in detect.constructed(file):
        if made.is_of_sizes:
            says = "has the numbers that were in memory; write `torch.empty`, or `torch.zeros`"
        elif made.rounds:
            says = "makes float32 of whole numbers; write `torch.tensor`, which keeps their type"
        else:
            says = "is a constructor for PyTorch itself; write `torch.tensor` with a `dtype`"
        yield finding(made, f"`{made}` {says}", fix=Fix("Write torch.tensor", made.instead, safe=False))
