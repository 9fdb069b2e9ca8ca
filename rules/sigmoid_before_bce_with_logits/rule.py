from torchlint import File, Findings, Fix, finding, rule, softmaxed_input


@rule(group="training", severity="error")
def check(file: File) -> Findings:
    """A loss that expects logits applies the sigmoid itself; given probabilities, it can never come near zero."""
    for loss in file.losses("logits"):
        sigmoid = loss.squashed_by("sigmoid", "softmax")
        if sigmoid is None:
            continue  # logits
        applied = sigmoid.applied
        yield finding(
            sigmoid.place,
            f"`{sigmoid.input}` went through a {sigmoid.name} before `{loss.name}`, "
            "which applies one itself; pass the logits",
            fix=Fix("Pass the logits", applied.unwrap(), safe=False) if applied and sigmoid.logits else None,
            related=tuple(sigmoid.elsewhere),
            proof=softmaxed_input(argument=sigmoid.input, at=loss),
        )
