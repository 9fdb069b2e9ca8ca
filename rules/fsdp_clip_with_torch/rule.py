from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import training

from . import detect


@rule(group="distributed", severity="error", symptoms="ranks-drift", words="clip_grad_norm")
def check(file: File) -> Findings:
    """Under `FullyShardedDataParallel`, `clip_grad_norm_` clips each rank's shard by a norm of its own."""
    reported = set()
    for loop in training.trainings(file):
        for clip in loop.clips:
            model = detect.sharded_model(loop, clip)
            if model is None or clip in reported:
                continue  # clipped by value, or the model is not sharded
            reported.add(clip)
            advice = f"use `{model.code}.clip_grad_norm_`" if model.code else "use the wrapper's `clip_grad_norm_`"
            yield finding(
                clip,
                f"`{clip}` clips each shard by its own norm; {advice}",
                fix=Fix("Use the wrapper's clip_grad_norm_", detect.by_the_wrapper(clip, model), safe=False),
                related=(model.wrapped.says("sharded here"),) if model.wrapped is not None else (),
                sure=model.is_sure,
            )
