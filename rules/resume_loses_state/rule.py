from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_dcp, detect_elsewhere, detect_unrestored, detect_weights, detect_wrapped


@rule(group="training", severity="warning", symptoms="checkpoint-does-not-load", words="state_dict")
def check(file: File) -> Findings:
    """A checkpoint with the optimizer but without its scheduler or `GradScaler` does not resume the same training."""
    if testing.is_part_of_tests(file):
        return  # a test saves what it looks at
    for lost in detect.lost_states(file):
        yield finding(
            lost,
            f"`{lost}` is saved and restored without `{lost.name}`, {lost.harm}; "
            f"save and restore `{lost.name}.state_dict()`, too",
            sure=not lost.may_be_off and not lost.is_handed_on,
            related=(lost.forgotten.says("created here"),),
        )
    for saved, lost_there in detect_elsewhere.lost_by_users(file):
        name = lost_there.name
        harm = detect.NEW_SCALE if lost_there.is_scaler else detect.NEW_RATES
        yield finding(
            saved,
            f"`{saved}` is saved and restored without `{name}`, {harm}; save and restore `{name}.state_dict()`, too",
            sure=not lost_there.may_be_off,
        )
    for load in detect_dcp.unreturned_states(file):
        yield finding(
            load,
            f"`{load}` leaves the optimizer without its {load.lost}; "
            "pass the loaded dict to `load_state_dict` of the optimizer",
        )
    reported = set()
    for unrestored in detect_weights.unrestored_optimizers(file):
        reported.add(unrestored.node)
        yield finding(
            unrestored,
            f"`{unrestored}` is saved and never restored, so a resumed run starts without its moments; "
            f"call `{unrestored.optimizer}.load_state_dict()`",
            sure=unrestored.goes_on,
            related=(unrestored.load.says("resumed here"),),
        )
    for beside in detect_unrestored.unrestored_optimizers(file):
        if beside.node not in reported:
            yield finding(
                beside,
                f"`{beside}` is saved and never restored, as others are; call `{beside.optimizer}.load_state_dict()`",
                related=(beside.restored.says("restored here"),),
            )
    for wrapper in detect_wrapped.forgotten_by_wrappers(file):
        without = f"`{wrapper.saved}` is saved and restored without `{wrapper.schedulers}`, {detect.NEW_RATES}"
        yield finding(
            wrapper.saved,
            f"{without}; save and restore these, too",
            sure=False,  # a scheduler by its name
        )
