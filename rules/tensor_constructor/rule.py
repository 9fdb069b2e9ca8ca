from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="api", severity="info", symptoms="crash", default=False, words="Tensor")
def check(file: File) -> Findings:
    """`torch.Tensor(...)` makes floats of any numbers and reads an int as a size; `torch.tensor` does neither."""
    for made in detect.constructed(file):
        if made.is_of_sizes:
            says = f"is uninitialised memory; write `torch.empty({made.given})`, or `torch.zeros` for zeros"
        elif made.rounds:
            says = "turns integers into floats; write `torch.tensor`, which keeps their dtype"
        elif made.is_of_list:
            says = "converts whatever it is given to the default dtype; write `torch.tensor`, which takes a `dtype`"
        else:
            says = f"ignores the dtype of `{made.first}`, and reads an int as a size; write `torch.tensor`"
        yield finding(made, f"`{made}` {says}", fix=Fix(f"Write `{made.better}`", made.instead, safe=False))
