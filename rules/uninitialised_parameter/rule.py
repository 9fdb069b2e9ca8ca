from torchlint import File, Findings, finding, rule

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="loss-is-nan results-differ",
    words="empty Tensor FloatTensor new_empty empty_like",
)
def check(file: File) -> Findings:
    """`torch.empty` takes memory as it is, so a parameter that nothing fills begins with whatever was there."""
    for made in detect.empty_parameters(file):
        end = "unless a checkpoint fills it" if made.may_be_loaded else "fill it, as by `nn.init`"
        yield finding(
            made,
            f"nothing fills `{made.name}`, so it begins with what was in memory; {end}",
            sure=not made.may_be_loaded,
        )
