from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import (
    detect,
    detect_callbacks,
    detect_counted,
    detect_dcp,
    detect_elsewhere,
    detect_moved,
    detect_unkept,
    detect_unrestored,
    detect_weights,
    detect_weights_alone,
    detect_wrapped,
)


@rule(
    group="training",
    severity="warning",
    symptoms="checkpoint-does-not-load",
    words="state_dict lr_scheduler GradScaler save_weights_only last_epoch param_groups",
)
def check(file: File) -> Findings:
    """A checkpoint with the optimizer but without its scheduler or `GradScaler` does not resume the same training."""
    if testing.is_part_of_tests(file):
        return  # a test saves what it looks at
    is_reported = False
    for lost in detect.lost_states(file):
        is_reported = True
        yield finding(
            lost,
            _without(str(lost), lost.made.written, lost.made.harm),
            sure=not lost.made.may_be_off and not lost.is_handed_on,
            related=(lost.forgotten.says("created here"),),
        )
    for saved, made in detect_elsewhere.lost_by_users(file):
        yield finding(saved, _without(str(saved), made.written, made.harm), sure=not made.may_be_off)
    for load in detect_dcp.unreturned_states(file):
        yield finding(
            load,
            f"`{load}` leaves the optimizer without its {load.lost}; "
            "pass the loaded dict to `load_state_dict` of the optimizer",
        )
    unsaved = detect_weights.resumed_without_saving(file)
    if unsaved is not None:
        yield finding(
            unsaved.saved,
            f"`{unsaved.saved}` leaves out the state of `{unsaved.optimizer}`, so a resumed run starts without its "
            "moments; save and restore it",
            related=(unsaved.resumed.load.says("resumed here"),),
        )
    resumed = detect_weights.resumed_without_saved(file)
    if resumed is not None:
        yield finding(
            resumed.saved,
            f"`{resumed.saved}` is saved and never restored, so a resumed run starts without its moments; "
            f"call `{resumed.optimizer}.load_state_dict()`",
            sure=resumed.resumed.goes_on,
            related=(resumed.resumed.load.says("resumed here"),),
        )
    alone = detect_weights_alone.resumed_with_weights_alone(file) if unsaved is None and resumed is None else None
    if alone is not None:
        yield finding(
            alone,
            f"`{alone}` resumes with weights alone, without the moments of `{alone.optimizer}`; save its state as well",
        )
    unkept = None if is_reported or unsaved or resumed or alone else detect_unkept.unkept_optimizer(file)
    if unkept is not None:
        yield finding(
            unkept.place,
            f"`{unkept.place}` begins without the moments that a resumed run had, as nothing saves them; "
            f"save and restore `{unkept.optimizer}.state_dict()`"
            if unkept.is_made_anew
            else f"`{unkept.place}` keeps weights without the moments of `{unkept.optimizer}`, so resuming starts "
            "these over; save its state as well",
            sure=False,
        )
    for moved in detect_moved.moved_schedulers(file):
        yield finding(
            moved.place,
            f"`{moved.place}` leaves the rate as it is, and `{moved.kind}` goes on from there; "
            f"save and restore `{moved.scheduler}.state_dict()` and the optimizer's",
            sure=False,  # the rate may be given as it was
        )
    for counted in detect_counted.counted_rates(file):
        yield finding(
            counted.place,
            f"`{counted.counter}` starts over on resume, and the learning rate with it; save and restore it beside the "
            "optimizer's state",
            sure=False,  # who restores the optimizer is known by its name
        )
    weights = detect_callbacks.weights_only_callback(file)
    if weights is not None:
        yield finding(
            weights.callback,
            f"`{weights.callback}` keeps no optimizer, nor does another callback, so resuming "
            + ("fails" if weights.is_resumed else "this long run fails")
            + "; add one with `save_last=True`",
            sure=False,  # another checkpoint may be what is resumed
        )
    for beside in detect_unrestored.unrestored_states(file):
        if resumed is None or beside.node is not resumed.saved.node:
            yield finding(
                beside,
                f"`{beside}` is saved and never restored, as others are; call `{beside.owner}.load_state_dict()`",
                related=(beside.restored.says("restored here"),),
            )
    trainers = () if is_reported else detect_wrapped.forgotten_by_trainers(file)
    for wrapper in (*detect_wrapped.forgotten_by_wrappers(file), *trainers):
        yield finding(
            wrapper.saved,
            f"`{wrapper.saved}` is saved and restored without `{wrapper.schedulers}`, whose schedule starts over; "
            "save and restore these, too",
            sure=False,  # a scheduler by its name
        )


def _without(saved: str, lost: str, harm: str) -> str:
    return f"`{saved}` is saved and restored without `{lost}`, {harm}; save and restore `{lost}.state_dict()`, too"
