from torchlint import File, Findings, finding, rule
from torchlint.proofs import stale_gradients
from torchlint.queries import training

from . import detect_by_hand, detect_clearing, detect_step_functions


@rule(group="training", severity="error", symptoms="loss-is-nan loss-does-not-move", words="step grad")
def check(file: File) -> Findings:
    """Without `zero_grad()`, each step applies the gradients of all earlier steps again."""
    reported = set()
    for loop in training.trainings(file):
        for step in loop.steps:
            if step in reported or loop.runs_once:
                continue  # already reported, or no later pass finds old gradients
            if not (loop.is_fed(step) or loop.is_fed_by_library(step)):
                continue  # gradients come from elsewhere, or an engine clears them
            is_guess = training.may_be_cleared_unseen(loop, step) and not detect_clearing.is_cleared_somewhere(file)
            is_guess = is_guess or training.may_be_cleared_for_another(loop, step)
            if training.may_be_cleared(loop, step) and not is_guess:
                continue  # something here may clear them
            if loop.is_over_new_models(step) or step.step.by == "closure":
                continue  # each pass has new parameters, or a closure that is passed in clears them
            known = loop.is_known(step)
            is_named = detect_clearing.is_called_an_optimizer(step)
            if not known and ((is_guess and not is_named) or loop.may_be_other(step)):
                continue  # a scheduler, a profiler, or a wrapper that clears by itself
            if not known and detect_clearing.clears(loop.node):
                continue  # by a method that other code has: `optimizer.clear_grad()`
            reported.add(step)
            optimizer = step.subject
            yield finding(
                step,
                f"`{step}` applies the gradients of all earlier steps again; "
                f"call `{optimizer}.zero_grad()` before each `backward()`",
                proof=stale_gradients(optimizer=optimizer, at=step),
                sure=known and not is_guess,
            )
    for step in detect_step_functions.uncleared(file):
        yield finding(
            step,
            f"`{step}` applies the gradients of all earlier calls again, as nothing clears them; "
            f"call `{step.subject}.zero_grad()` before `backward()`",
            proof=stale_gradients(optimizer=step.subject, at=step),
            sure=False,
        )
    for step in detect_step_functions.uncleared_by_hand(file):
        yield finding(
            step,
            f"`{step}` applies the gradients of all earlier batches again, as manual optimization clears none; "
            f"call `{step.subject}.zero_grad()`",
            proof=stale_gradients(optimizer=step.subject, at=step),
        )
    for change in detect_by_hand.uncleared(file):
        yield finding(
            change,
            f"`{change}` applies the gradients of all earlier steps again; clear them in each step",
            sure=False,
        )
