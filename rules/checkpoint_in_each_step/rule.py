from torchlint import File, Findings, finding, rule
from torchlint.proofs import call_time
from torchlint.queries import testing, training

from . import detect


@rule(group="speed", severity="warning", symptoms="gpu-idle checkpoint-does-not-load", words="save")
def check(file: File) -> Findings:
    """`torch.save` in every training step writes the whole model after each batch, and the device waits for it."""
    if testing.is_test_module(file):
        return  # tests may save at every step
    for step in training.calls_of_each_step(file, "torch.save"):
        save = step.call
        if not detect.goes_over_batches(file, step.loop):
            continue  # once per epoch of a training without batches
        yield finding(
            save,
            f"`{save}` writes to disk after every batch; save every N steps, or after each epoch",
            proof=call_time(callee=save.callee, at=save),
        )
