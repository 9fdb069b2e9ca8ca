from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import checkpoint_keys

from . import detect


@rule(group="distributed", severity="warning", symptoms="checkpoint-does-not-load", words="state_dict")
def check(file: File) -> Findings:
    """A model that is saved inside its wrapper has names that the model itself does not take."""
    for state in detect.wrapped_states(file):
        inside, edits = state.inside, state.without_wrapper
        advice = f"save what is inside: `{state.receiver}.{inside}`" if edits else "save the model as it was before"
        yield finding(
            state,
            f"`{state}` saves names that begin with `{inside}.`; {advice}",
            fix=Fix("Save the model inside", edits, safe=False) if edits else None,
            proof=checkpoint_keys(state),
            sure=state.is_missed,
        )
    for prepared in detect.prepared_states(file):
        advice = f"save `{prepared.unwrapping}`"
        yield finding(
            prepared,
            f"`{prepared}` saves names that begin with `module.` where several processes run; {advice}",
            fix=Fix("Save the model inside", prepared.without_wrapper, safe=False),
            proof=checkpoint_keys(prepared=prepared),
            sure=False,
        )
