from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import blocked_time
from torchlint.queries import devices, testing

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", default=False)
def check(file: File) -> Findings:
    """Reading a value such as `loss.item()` in every step makes the CPU wait until the GPU has finished the step."""
    if testing.is_test_module(file) or not detect.names_a_device(file):
        return  # a test looks at every number, and a CPU queues nothing
    for wait in devices.waits(file):
        if wait.decides:
            continue  # the loop needs the value: it stops at a loss that is not finite
        if wait.is_for_shape:
            says = (
                "waits in each step because its size depends on the values; keep the shape with a mask or `torch.where`"
            )
        elif wait.is_moved_back:
            says = "waits for the GPU to copy back what was moved there; use what was there before the move"
        elif wait.is_logged:
            says = "waits for the GPU in each training step to read its tensors; call it every few steps"
        else:
            kept = wait.tensor.with_call(".detach()")
            says = f"waits for the GPU in each training step; keep `{kept}`, and read it every few steps"
        yield finding(
            wait,
            f"`{wait}` {says}",
            fix=Fix("Accumulate a detached tensor", wait.adding_a_tensor, safe=False),
            sure=wait.is_known,
            proof=blocked_time(tensor=wait.tensor, at=wait),
        )
    for call in detect.synchronisations(file):
        yield finding(call, f"`{call}` waits in each training step until the GPU has done all work; remove it")
