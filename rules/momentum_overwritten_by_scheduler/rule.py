from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="warning", symptoms="setting-has-no-effect", words="OneCycleLR CyclicLR")
def check(file: File) -> Findings:
    """`OneCycleLR` and `CyclicLR` also set the optimizer's momentum, or Adam's beta1, whatever it was given."""
    for made in detect.overwritten(file):
        yield finding(
            made,
            f"`{made.method_name}` moves {made.what} between {made.lowest} and {made.highest}, not `{made.given}`; "
            "pass `cycle_momentum=False`",
            fix=Fix("Keep the momentum", made.put_last("cycle_momentum=False"), safe=False),
            sure=made.is_sure_to_differ,
            related=made.elsewhere,
        )
