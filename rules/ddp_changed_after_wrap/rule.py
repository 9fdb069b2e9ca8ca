from torchlint import File, Findings, finding, rule
from torchlint.proofs import gradients_across

from . import detect


@rule(group="distributed", severity="error", symptoms="ranks-drift", words="DistributedDataParallel DDP", preview=True)
def check(file: File) -> Findings:
    """`DistributedDataParallel` synchronises only the parameters it was created with, not those changed later."""
    for change in detect.changes(file):
        yield finding(
            change,
            f"`{change}` {change.happens} too late for DistributedDataParallel to synchronise them; {change.instead}",
            sure=change.is_certain,
            proof=gradients_across(change.trained),
            related=change.elsewhere,
        )
