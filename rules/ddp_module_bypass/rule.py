from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import gradients_across

from . import detect


@rule(group="distributed", severity="error")
def check(file: File) -> Findings:
    """A model that is trained beside its DistributedDataParallel has other gradients in each process."""
    for bypass in detect.bypasses(file):
        yield finding(
            bypass,
            f"`{bypass}` bypasses DistributedDataParallel: gradients differ between processes; call the wrapper",
            fix=Fix("Call the wrapper", bypass.through_wrapper, safe=False),
            proof=gradients_across(bypass.held),
            related=bypass.elsewhere,
        )
