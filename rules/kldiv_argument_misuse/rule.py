from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import divergence

from . import detect


@rule(group="training", severity="error", symptoms="loss-is-nan loss-does-not-move")
def check(file: File) -> Findings:
    """`F.kl_div` expects log-probabilities, then probabilities, and averages per sample only with `batchmean`."""
    for loss in detect.divergences(file):
        given, target = loss.given, loss.target
        if target is None:
            continue  # its arguments are unpacked from a value that is not known
        proof = divergence(log_probabilities=given, target=target, at=loss)
        if loss.has_plain_input:
            edits = loss.logarithm_of_input
            instead = f"use `{given.with_call('.log()')}`" if loss.has_shares else "use `log_softmax`"
            message = f"`{loss.name}` expects log-probabilities, so its result for `{given}` is wrong; {instead}"
            yield finding(loss, message, fix=Fix("Use log_softmax", edits, safe=False), proof=proof)
            continue  # other problems are reported once this one is fixed
        if loss.target_is_wrong:
            wants = "log-probabilities" if loss.wants_log_target else "probabilities"
            message = f"`{loss.name}` expects {wants} as its target here, but `{target}` {loss.target_holds}"
            yield finding(loss, message, fix=Fix("Set log_target", loss.saying_log_target, safe=False), proof=proof)
            continue  # its reduction is reported once the target is right
        if not loss.averages_over_classes or loss.is_undone:
            continue  # summed, kept per sample, or corrected afterwards
        edits = loss.dividing_by_samples
        message = f'`{loss.name}` averages over the classes too, so the loss is too small; use `reduction="batchmean"`'
        yield finding(loss, message, fix=Fix("Use batchmean", edits, safe=False), proof=proof)
