from torchlint import File, Findings, finding, rule
from torchlint.proofs import scheduler_order, scheduler_steps

from . import detect, detect_named


@rule(group="training", severity="warning", symptoms="loss-does-not-move", words="step lr_scheduler")
def check(file: File) -> Findings:
    """A scheduler stepped before its optimizer skips the first learning rate; one never stepped does nothing."""
    reported = set()
    for schedule in detect.early_schedules(file):
        reported.add(schedule.node)
        step = schedule.optimizer
        trained = f"`{step}`" if step is not None else "the optimizer has stepped"
        yield finding(
            schedule,
            f"`{schedule}` skips the first learning rate; call it after {trained}",
            proof=scheduler_order(scheduler=schedule.receiver, step=step),
            sure=step is not None and not detect.predates_scheduler_order(file),
        )
    for schedule in detect_named.first_schedules(file):
        if schedule.node in reported:
            continue  # reported with certainty
        yield finding(
            schedule,
            f"`{schedule}` skips the first learning rate if it runs before `{schedule.optimizer}`; call it afterwards",
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
