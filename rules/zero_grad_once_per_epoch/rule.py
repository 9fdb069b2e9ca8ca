from torchlint import File, Findings, finding, rule
from torchlint.proofs import stale_gradients
from torchlint.queries import testing, training


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="step")
def check(file: File) -> Findings:
    """With `zero_grad()` once per epoch, gradients add up, and each step applies all earlier batches again."""
    if testing.is_test_module(file):
        return
    reported = set()
    for loop in training.trainings(file):
        for step in loop.steps:
            windows = training.Windows(loop)
            if step in reported or not windows.is_cleared_only_around(step):
                continue  # cleared in the loop itself, by unknown code, or never, which another rule reports
            if loop.runs_once or loop.is_over_new_models(step) or step.step.by == "closure":
                continue  # no later pass finds old gradients
            if not (loop.is_fed(step) or loop.is_fed_by_library(step)):
                continue  # its gradients come from elsewhere, or an engine clears them
            reported.add(step)
            zero = windows.cleared_only_around(step)
            yield finding(
                step,
                f"`{zero or 'zero_grad()'}` runs only in the outer loop, so `{step}` applies old gradients again; "
                "clear them in each step",
                proof=stale_gradients(optimizer=step.subject, at=step),
                related=(zero.says("cleared only here"),) if zero else (),
                sure=not windows.is_where_callers_say(step) and not windows.may_be_cleared_unseen(step),
            )
