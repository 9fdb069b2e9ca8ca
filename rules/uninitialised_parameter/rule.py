from torchlint import File, Findings, finding, rule

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="loss-is-nan results-differ",
    words="empty Tensor FloatTensor new_empty empty_like",
)
def check(file: File) -> Findings:
    """An `nn.Parameter(torch.empty(...))` that nothing initialises starts with whatever was in memory."""
    for made in detect.empty_parameters(file):
        end = f"initialise it, unless {made.first_by} does" if made.first_by else "initialise it, e.g. with `nn.init`"
        yield finding(
            made,
            f"nothing initialises `{made.name}`, so it starts with whatever was in memory; {end}",
            sure=not made.first_by,
        )
