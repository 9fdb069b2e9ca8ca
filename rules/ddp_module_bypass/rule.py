from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import gradients_across

from . import detect, detect_prepared, detect_rebinding


@rule(group="distributed", severity="error", symptoms="ranks-drift")
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
    for bare in detect_rebinding.rebindings(file):
        trains = "is trained below" if bare.is_in_front else "the next pass trains"
        yield finding(
            bare,
            f"`{bare}` unwraps what {trains}: gradients differ between processes; use another name",
            proof=gradients_across(bare.used),
            related=(bare.used.says("the bare model is trained here from then on"),),
        )
    for old in detect_prepared.old_names(file):
        yield finding(
            old,
            f"`{old.used}` bypasses what `prepare` gave: gradients differ between processes; call `{old.wrapper}`",
            proof=gradients_across(old.used),
            related=(old.prepared.says("wrapped here"),),
        )
