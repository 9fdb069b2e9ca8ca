from torchlint import File, Findings, finding, rule
from torchlint.proofs import visible_devices
from torchlint.queries import devices


@rule(
    group="device", severity="error", symptoms="setting-has-no-effect", words="CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER"
)
def check(file: File) -> Findings:
    """`CUDA_VISIBLE_DEVICES` is read once, when CUDA is initialised, so setting it later has no effect."""
    for late in devices.late_variables(file):
        value = late.value
        if value is None:
            continue  # not a plain assignment, so there is no value to check
        yield finding(
            late,
            f"`{late.variable}` has no effect here, as `{late.starter}`{late.program} has already initialised CUDA; "
            "set it before that, or in the shell",
            proof=visible_devices(value),
            related=late.elsewhere,
        )
