from torchlint import File, Findings, finding, rule
from torchlint.proofs import scheduler_order, scheduler_steps

from . import detect, detect_named


@rule(group="training", severity="warning", symptoms="loss-does-not-move", words="step scheduler")
def check(file: File) -> Findings:
    """A scheduler stepped before its optimizer skips the start of its schedule; one never stepped does nothing."""
    reported = set()
    for schedule in detect.early_schedules(file):
        reported.add(schedule.node)
        step = schedule.optimizer
        after = f"`{step}`" if schedule.is_beside_step else "the loop in which the optimizer steps"
        yield finding(
            schedule,
            f"`{schedule}` before the first optimizer step skips the start of its schedule; call it after {after}",
            proof=scheduler_order(scheduler=schedule.receiver, step=step),
            sure=step is not None and not detect.predates_scheduler_order(file),
        )
    for schedule in detect_named.first_schedules(file):
        if schedule.node in reported:
            continue  # reported with certainty
        yield finding(
            schedule,
            f"`{schedule}` skips the start of its schedule if it runs before `{schedule.optimizer}`; "
            "call it after that",
            proof=scheduler_order(scheduler=schedule.receiver, step=schedule.optimizer),
            sure=False,  # an optimizer may have stepped before, or the object is not a scheduler
        )
    for scheduler in detect.idle_schedulers(file):
        yield finding(
            scheduler,
            f"`{scheduler.name}` is never stepped, so the learning rate never changes; call `{scheduler.name}.step()`",
            proof=scheduler_steps(scheduler),
            sure=scheduler.is_alone and not scheduler.is_part_of_collection and not scheduler.is_left_to_callers,
        )
    for scheduler in detect.wrapped_schedulers(file):
        yield finding(
            scheduler,
            f"`{scheduler.name}` is never stepped, because nothing calls the method around its `step()`; "
            "call that method in the loop",
            proof=scheduler_steps(scheduler),
            sure=False,  # whoever imports this may call it
        )
