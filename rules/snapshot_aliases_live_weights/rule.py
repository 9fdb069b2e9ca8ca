from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import live_snapshot
from torchlint.queries import testing, training

from . import detect, detect_swapped


@rule(
    group="training",
    severity="error",
    symptoms="validation-differs checkpoint-does-not-load",
    words="state_dict data detach",
)
def check(file: File) -> Findings:
    """`state_dict()`, `.data` and `.detach()` share the parameters' memory, so weights kept that way keep changing."""
    if testing.is_test_module(file):
        return  # tests train for a few steps only, and know the weights
    reported = set()
    for kept in training.stored_snapshots(file):
        if kept.is_of_the_best and not kept.is_collected:
            continue  # reported by best-weights-alias
        is_proven = kept.is_collected or kept.is_restored or kept.is_retaken or kept.is_compared
        if not is_proven and not kept.is_restored_elsewhere:
            continue  # taken once: the newest weights may be wanted wherever they are read
        reported.add(kept.node)
        where = " if the model is on the CPU" if kept.is_on_cpu_only else ""
        yield finding(
            kept,
            f"`{kept.name}` shares the parameters' memory{where}, so the next step changes it; keep a `copy.deepcopy`",
            fix=Fix("Keep a copy", kept.copied, safe=False),
            proof=live_snapshot(snapshot=kept),
            sure=is_proven and not kept.is_on_cpu_only,
        )
    for taken in detect.overwritten(file):
        if taken.node in reported:
            continue  # a step overwrites it, too
        yield finding(
            taken,
            f"`{taken.name}` shares the parameters' memory, so `{taken.overwriting}` overwrites it; "
            "keep a `copy.deepcopy`",
            fix=Fix("Keep a copy", taken.copied, safe=False),
            sure=taken.is_sure,
            related=(taken.restoring.says("this restores nothing"),),
        )
    for view in detect_swapped.swapped(file):
        if view.node in reported:
            continue  # a step overwrites it, too
        yield finding(
            view,
            f"`{view}` shares the parameter's memory, so `{view.overwriting}` overwrites `{view.name}`; "
            f"keep `{view}.clone()`",
            fix=Fix("Keep a copy", view.then(".clone()"), safe=False),
            related=(view.restoring.says("this restores nothing"),),
        )
