from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import checkpoint_keys

from . import detect


@rule(group="distributed", severity="warning", symptoms="checkpoint-does-not-load", words="state_dict")
def check(file: File) -> Findings:
    """A wrapped model's `state_dict()` prefixes its keys, as with `module.`, so the plain model can't load it."""
    for state in detect.wrapped_states(file):
        inside, edits = state.inside, state.without_wrapper
        advice = f"save `{state.receiver}.{inside}.state_dict()`" if edits else "save the model that was wrapped"
        yield finding(
            state,
            f"`{state}` saves keys with the prefix `{inside}.`, which an unwrapped model cannot load; {advice}",
            fix=Fix("Save the unwrapped model", edits, safe=False) if edits else None,
            proof=checkpoint_keys(state),
            sure=state.is_missed,
            related=state.elsewhere,
        )
    for prepared in detect.prepared_states(file):
        advice = f"save `{prepared.unwrapping}`"
        yield finding(
            prepared,
            f"`{prepared}` saves keys with the prefix `module.` if several processes run; {advice}",
            fix=Fix("Save the unwrapped model", prepared.without_wrapper, safe=False),
            proof=checkpoint_keys(prepared=prepared),
            sure=False,
        )
