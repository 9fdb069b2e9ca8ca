from torchlint import File, Findings, finding, rule
from torchlint.proofs import unloaded_weights
from torchlint.queries import api, losses, testing

from . import detect, detect_asked, detect_own_state, detect_rest, detect_returned


@rule(group="training", severity="warning", symptoms="checkpoint-does-not-load", words="load_state_dict")
def check(file: File) -> Findings:
    """`load_state_dict(strict=False)` silently skips keys that don't match; only its return value lists them."""
    for load in file.method_calls("load_state_dict"):
        strict = load.argument(1, "strict") or detect.unpacked_strict(load)
        if strict is None or strict.is_literally is not False:
            continue  # strict
        is_returned = not api.is_never_looked_at(load)
        if is_returned and not detect_returned.is_dropped_by_callers(load):
            continue  # its result is used
        if testing.is_test_module(file):
            continue  # a test loads what it has just made
        if losses.is_known_to_fit(load):
            continue  # a state written out in the call, or one that the model keeps
        is_selected, by_text = losses.is_selected(load), losses.is_selected_by_text(load)
        if is_selected and not by_text and detect_asked.asks_the_model(load):
            continue  # what is loaded was chosen by the model's names
        if detect.is_second_try(load):
            continue  # a strict load before it raised an error that lists the names
        if detect.names_were_compared(load):
            continue  # the names of the file and the model are compared before any part is loaded
        if detect_own_state.is_own_state(load):
            continue  # restores entries of the model's own `state_dict()`
        if losses.looks_itself(load):
            continue  # the project's own method, which checks the names or loads differently
        yield finding(
            load,
            f"`{load}` may silently load nothing; check the `missing_keys` it returns",
            proof=unloaded_weights(at=load),
            # the model may have just the names that this text is in, or the file just what the model still lacks;
            # callers in other projects may look at what is returned
            sure=not is_selected and not by_text and not is_returned and not detect_rest.is_rest(load),
        )
