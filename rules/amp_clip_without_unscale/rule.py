from torchlint import File, Findings, Fix, finding, rule, step_order


@rule(group="precision", severity="error", words="clip_grad_norm_ clip_grad_value_ clip_grad_norm")
def check(file: File) -> Findings:
    """Gradients that are clipped while they are scaled are cut down to almost nothing."""
    told = set()
    for loop in file.trainings:
        for clip in loop.clips:
            backward = loop.scaled_backward(clip) if clip.step.by != "engine" else None
            step = loop.scaled_step(clip)
            if backward is None or step is None or clip in told:
                continue  # nothing is scaled, or somewhere before it is unscaled again
            told.add(clip)
            scaler, optimizer = step.receiver, step.subject
            yield finding(
                clip,
                f"`{clip}` clips scaled gradients; call `{scaler}.unscale_({optimizer})` before it",
                fix=Fix("Unscale the gradients first", clip.put_before(f"{scaler}.unscale_({optimizer})"), safe=False),
                proof=step_order(backward=backward, clip=clip, step=step),
            )
