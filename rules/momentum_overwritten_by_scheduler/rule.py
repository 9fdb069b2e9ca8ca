from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="warning", symptoms="setting-has-no-effect", words="OneCycleLR CyclicLR")
def check(file: File) -> Findings:
    """By default, `OneCycleLR` and `CyclicLR` also overwrite the optimizer's momentum, or Adam's beta1."""
    for made in detect.overwritten(file):
        yield finding(
            made,
            f"`{made.method_name}` overwrites {made.what} `{made.given}` with values "
            f"from {made.lowest} to {made.highest}; pass `cycle_momentum=False` to keep it",
            fix=Fix("Keep the momentum", made.put_last("cycle_momentum=False"), safe=False),
            sure=made.is_sure_to_differ,
            related=made.elsewhere,
        )
