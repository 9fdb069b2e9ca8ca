from torchlint import File, Findings, Fix, checkpoint_keys, finding, rule


@rule(group="distributed", severity="warning", words="state_dict")
def check(file: File) -> Findings:
    """A model that is saved inside its wrapper has names that the model itself does not take."""
    for state in file.wrapped_states:
        inside = state.inside
        yield finding(
            state,
            f"`{state}` saves names that begin with `{inside}.`; save what is inside: `{state.receiver}.{inside}`",
            fix=Fix("Save the model inside", state.without_wrapper, safe=False),
            proof=checkpoint_keys(state),
        )
