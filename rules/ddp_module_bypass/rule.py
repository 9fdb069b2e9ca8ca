from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import gradients_across

from . import detect, detect_prepared, detect_rebinding, detect_unseen


@rule(group="distributed", severity="error", symptoms="ranks-drift")
def check(file: File) -> Findings:
    """Calling the model instead of its DDP wrapper skips gradient synchronisation, so the ranks drift apart."""
    for bypass in detect.bypasses(file):
        yield finding(
            bypass,
            f"`{bypass}` bypasses DistributedDataParallel, so gradients are not synchronised; call the wrapper",
            fix=Fix("Call the wrapper", bypass.through_wrapper, safe=False),
            proof=gradients_across(bypass.held),
            related=bypass.elsewhere,
        )
    for unseen in detect_unseen.unseen_bypasses(file):
        yield finding(
            unseen,
            f"`{unseen}` bypasses DistributedDataParallel, so gradients are not synchronised; call the wrapper",
            proof=gradients_across(unseen.held),
            sure=False,  # what the method does is not seen
            related=unseen.elsewhere,
        )
    for bare in detect_rebinding.rebindings(file):
        yield finding(
            bare,
            f"`{bare}` {bare.does}, so gradients are not synchronised; keep the wrapper for training",
            proof=gradients_across(bare.used),
            related=() if bare.is_unused else (bare.used.says("from then on the bare model is trained here"),),
        )
    for old in (*detect_prepared.old_names(file), *detect_prepared.taken_out(file)):
        yield finding(
            old,
            f"`{old.used}` bypasses what `prepare` returned, so gradients are not synchronised; call `{old.wrapper}`",
            proof=gradients_across(old.used),
            related=(old.prepared.says("taken out here" if old.is_taken_out else "wrapped here"),),
        )
