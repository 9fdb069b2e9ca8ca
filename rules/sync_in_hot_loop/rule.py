from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import blocked_time
from torchlint.queries import devices, testing

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", default=False, words="cuda device accelerator xpu mps")
def check(file: File) -> Findings:
    """A number that each training step fetches makes the host wait until the device has finished the step."""
    if testing.is_test_module(file) or not detect.names_a_device(file):
        return  # a test looks at every number, and a CPU queues nothing
    for wait in devices.waits(file):
        if wait.decides:
            continue  # the loop has to know: it stops at a loss that is not finite
        if wait.is_for_shape:
            says = "waits in each step, as the values decide its size; keep the shape with a mask or `torch.where`"
        else:
            says = "waits for the GPU in each step; fetch numbers every few steps, or after the loop"
        yield finding(
            wait,
            f"`{wait}` {says}",
            fix=Fix("Add up a tensor", wait.adding_a_tensor, safe=False),
            sure=wait.is_known,
            proof=blocked_time(tensor=wait.tensor, at=wait),
        )
