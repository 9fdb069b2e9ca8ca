from torchlint import File, Findings, finding, rule
from torchlint.proofs import clipped_gradients
from torchlint.queries import api, training

from . import detect

WHY = {
    "cleared": "`{clip}` finds no gradients to clip; call it between `backward()` and `step()`",
    "late": "`{clip}` clips gradients that `step()` has already applied; call it between `backward()` and `step()`",
    "call": "`{clip}` clips before the framework calls `backward()`; set the trainer's `gradient_clip_val`",
    "before": "`{clip}` runs before the framework calls `backward()`; set the trainer's `gradient_clip_val`",
}


@rule(group="training", severity="error", symptoms="loss-is-nan loss-does-not-move", words="clip_grad training_step")
def check(file: File) -> Findings:
    """Clipping gradients before `backward()` or after `step()` has no effect on what the optimizer applies."""
    reported = set()
    for loop in training.trainings(file):
        for step in loop.steps:
            part = training.Windows(loop).clipped_in_each_pass(step)
            if part is not None and part not in reported and not _only_measures(part):
                reported.add(part)
                message = f"`{part}` clips a partial sum in each pass before `{step}`; clip once, right before the step"
                yield finding(part, message, related=(step.says("applies the sum"),))
        for clip in loop.clips:
            certain = training.Clipping(loop).misplaced(clip)
            why = certain or training.Clipping(loop, is_guess=True).misplaced(clip)
            if not why or clip in reported:
                continue  # on some path there are gradients that a later step applies
            if why == "before" and not file.holds(loop.node):
                continue  # the call that leads here is reported, in the file of the step
            if not api.is_discarded(clip) and _only_measures(clip):
                continue  # only the norm is needed
            reported.add(clip)
            proof = clipped_gradients(parameters=clip.subject, at=clip)
            yield finding(clip, WHY[why].format(clip=clip), proof=proof, sure=bool(certain))
        for call in detect.clips_by_calls(loop):
            if call in reported or not api.is_discarded(call):
                continue  # perhaps only the norm is needed
            if training.Clipping(loop).misplaced(call) == "before":
                reported.add(call)
                yield finding(call, WHY["call"].format(clip=call))


def _only_measures(clip: training.StepView) -> bool:
    """Whether the norm is limited by infinity: no gradient is changed."""
    limit = clip.argument(1, "max_norm")
    return limit is not None and "inf" in limit.code
