from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import scaled_gradients
from torchlint.queries import training


@rule(group="precision", severity="error", symptoms="loss-is-nan", words="scale")
def check(file: File) -> Findings:
    """Calling `optimizer.step()` instead of `scaler.step(optimizer)` applies gradients that are still scaled."""
    reported = set()
    for loop in training.trainings(file):
        for step in loop.steps:
            if step in reported or step.step.by:
                continue  # already reported, or the scaler steps
            scaling = training.Scaling(loop)
            backward = scaling.applied_backward(step)
            if backward is None or step.knows_scale:
                continue  # nothing is scaled, or the gradients are unscaled, by a scaler or by hand
            if not loop.is_known(step) and (scaling.steps or loop.may_be_other(step)):
                continue  # a scheduler, or a moving average
            reported.add(step)
            is_here = file.holds(backward.node)
            scaler = backward.scaler if is_here else None
            whose = f"{scaler}" if scaler is not None else "scaler"
            updated = any(f"{call.receiver}" == whose for call in file.method_calls("update"))
            instead = f"{whose}.step({step.subject})" + ("" if updated else f"; {whose}.update()")
            then = "" if updated else f", then `{whose}.update()`"
            yield finding(
                step,
                f"`{step}` applies gradients that are still scaled; call `{whose}.step({step.subject})`{then}",
                fix=Fix("Step through the scaler", step.put(instead), safe=False) if is_here else None,
                proof=scaled_gradients(scaler=scaler, optimizer=step.subject, at=step),
                sure=scaling.surely_applies(step, backward),  # else it may be a wrapper that unscales
                related=(backward.says("scaled here"),) if is_here else (),
            )
