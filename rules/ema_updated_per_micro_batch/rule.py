from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="validation-differs", words="step accumulate")
def check(file: File) -> Findings:
    """With gradient accumulation, an EMA of the weights that is updated per micro-batch forgets too fast."""
    if testing.is_part_of_tests(file):
        return  # tests have averages of any kind
    for update in detect.early_updates(file):
        if update.every:
            wrong = f"`{update.callee}` runs for each batch, but the weights change every `{update.every}` batches"
            write = "call it only after a step"
        else:
            wrong = f"`{update.callee}` runs for each micro-batch, but the weights change less often"
            write = "call it only if `accelerator.sync_gradients`"
        yield finding(
            update,
            f"{wrong}; {write}",
            related=(update.step.says("steps every few batches"),),
            sure=update.is_sure,
        )
