from torchlint import File, Findings, finding, rule
from torchlint.proofs import visible_devices
from torchlint.queries import devices


@rule(
    group="device", severity="error", symptoms="setting-has-no-effect", words="CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER"
)
def check(file: File) -> Findings:
    """CUDA reads which GPUs it may use when it starts, so a variable that is set later changes nothing."""
    for late in devices.late_variables(file):
        value = late.value
        if value is None:
            continue  # not a plain assignment, so there is no value to look at
        yield finding(
            late,
            f"`{late.variable}` is set too late: `{late.starter}`{late.program} has started CUDA; set it before",
            proof=visible_devices(value),
            related=late.elsewhere,
        )
