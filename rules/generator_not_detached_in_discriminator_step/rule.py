from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", words="step", default=False, preview=True)
def check(file: File) -> Findings:
    """Unless the generated images are detached, the discriminator's backward runs through the generator as well."""
    if testing.is_part_of_tests(file):
        return  # tests do not train for long
    for fake in detect.live_fakes(file):
        yield finding(
            fake,
            f"`{fake}` carries the graph of `{fake.made}`, so backward runs through it for nothing; "
            f"pass `{fake.with_call('.detach()')}`",
            fix=Fix("Detach it", fake.then(".detach()"), safe=False),
            related=(fake.step.says("trains other parameters"),),
        )
