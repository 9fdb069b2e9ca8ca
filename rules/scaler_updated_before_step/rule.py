from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect, detect_functions, detect_loops


@rule(group="precision", severity="warning", symptoms="loss-is-nan", preview=True, words="GradScaler scaler")
def check(file: File) -> Findings:
    """`scaler.update()` before another `scaler.step()` can change the scale that its gradients are divided by."""
    if testing.is_part_of_tests(file):
        return  # a test of the scaler itself
    found = {update.node: update for update in (*detect.early_updates(file), *detect_functions.early_updates(file))}
    for update in found.values():
        yield finding(
            update,
            f"`{update}` may change the scale before `{update.step}`; call it once, after all steps",
            fix=Fix("Remove the early update", update.deleting, safe=False),
            related=(update.step.says("its gradients have the old scale"),),
        )
    for update in detect_loops.updates_in_loops(file):
        yield finding(
            update,
            f"`{update}` may change the scale before the next `{update.step}`; call it once, after all steps",
            related=(update.step.says("repeated with the gradients of the old scale"),),
            sure=update.receiver is not None and update.receiver.value.kind == "scaler",
        )
