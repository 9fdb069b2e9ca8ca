from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import live_snapshot
from torchlint.queries import testing, training

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="validation-differs checkpoint-does-not-load",
    words="state_dict data detach",
)
def check(file: File) -> Findings:
    """`state_dict()`, `.data` and `.detach()` share the parameters' memory, so weights kept that way keep changing."""
    if testing.is_test_module(file):
        return  # a test takes a few steps, and knows which
    reported = set()
    for kept in training.stored_snapshots(file):
        if kept.is_of_the_best and not kept.is_collected:
            continue  # best-weights-alias
        is_proven = kept.is_collected or kept.is_restored or kept.is_retaken
        if not is_proven and not kept.is_restored_elsewhere:
            continue  # taken once: what is wanted may be the newest weights, wherever they are read
        reported.add(kept.node)
        where = " if the model is on the CPU" if kept.is_on_cpu_only else ""
        yield finding(
            kept,
            f"`{kept.name}` shares the parameters' memory{where}, so the next step changes it; keep a copy",
            fix=Fix("Keep a copy", kept.copied, safe=False),
            proof=live_snapshot(snapshot=kept),
            sure=is_proven and not kept.is_on_cpu_only,
        )
    for taken in detect.overwritten(file):
        if taken.node in reported:
            continue  # a step overwrites it as well
        yield finding(
            taken,
            f"`{taken.name}` shares the parameters' memory, so `{taken.overwriting}` overwrites it; keep a copy",
            fix=Fix("Keep a copy", taken.copied, safe=False),
            related=(taken.restoring.says("this restores nothing"),),
        )
