from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import scaled_gradients
from torchlint.queries import training

from . import detect, detect_accelerated


@rule(
    group="precision",
    severity="error",
    symptoms="loss-is-nan loss-does-not-move",
    words="clip_grad",
)
def check(file: File) -> Findings:
    """Clipping before `scaler.unscale_` clips the scaled gradients, which leaves almost nothing of them."""
    reported = set()
    loops = list(training.trainings(file))
    elsewhere = {clip for loop in loops for clip in loop.clips if training.Clipping(loop).misplaced(clip)}
    for loop in loops:
        for clip in loop.clips:
            if clip not in reported and (by_library := detect_accelerated.library_clip(loop, clip)) is not None:
                reported.add(clip)
                yield finding(
                    clip,
                    f"`{clip}` clips gradients that fp16 keeps scaled; call `{by_library.instead}` instead",
                    sure=by_library.is_sure,
                )
            scaled = detect.scaled_clip(loop, clip)
            if scaled is None or clip in reported:
                continue  # nothing is scaled, or the gradients may be unscaled before
            if clip.is_given_scale:
                continue  # the limit is multiplied by the scale, too
            if clip in elsewhere:
                continue  # finds no gradients at all, or changes them after the step
            reported.add(clip)
            if (step := scaled.step) is None:
                yield finding(
                    clip,
                    f"`{clip}` clips gradients that are still scaled; clip after the `with` block has unscaled them",
                )
            elif not file.holds(step.node):
                yield finding(
                    clip,
                    f"`{clip}` clips gradients that are still scaled; call `unscale_` of the scaler first",
                    sure=scaled.is_sure,
                )
            else:
                unscale = f"{step.receiver}.unscale_({step.subject})"
                is_beside = step.loop == clip.loop  # a second `unscale_` would raise
                fix = Fix("Unscale the gradients first", clip.put_before(unscale), safe=False) if is_beside else None
                yield finding(
                    clip,
                    f"`{clip}` clips gradients that are still scaled; call `{unscale}` first",
                    fix=None if training.Scaling(loop).unscales else fix,
                    proof=scaled_gradients(scaler=step.receiver, optimizer=step.subject, at=clip),
                    sure=scaled.is_sure,
                )
