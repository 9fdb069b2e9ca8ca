from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import scaled_gradients
from torchlint.queries import training


@rule(group="precision", severity="error", words="clip_grad_norm_ clip_grad_value_ clip_grad_norm")
def check(file: File) -> Findings:
    """Gradients that are clipped while they are scaled are cut down to almost nothing."""
    reported = set()
    for loop in training.trainings(file):
        for clip in loop.clips:
            backward = training.Scaling(loop).clipped_backward(clip) if clip.step.by != "engine" else None
            step = training.Scaling(loop).step_after(clip)
            if backward is None or step is None or clip in reported:
                continue  # nothing is scaled, or somewhere before it is unscaled again
            if clip.knows_scale:
                continue  # the norm is scaled, too
            reported.add(clip)
            unscale = f"{step.receiver}.unscale_({step.subject})"
            yield finding(
                clip,
                f"`{clip}` clips scaled gradients; call `{unscale}` before it",
                fix=None
                if training.Scaling(loop).unscales
                else Fix("Unscale them first", clip.put_before(unscale), safe=False),
                proof=scaled_gradients(scaler=step.receiver, optimizer=step.subject, at=clip),
            )
