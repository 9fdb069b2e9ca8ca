from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import softmaxed_input
from torchlint.queries import losses


@rule(group="training", severity="error", symptoms="loss-does-not-move")
def check(file: File) -> Findings:
    """`binary_cross_entropy_with_logits` applies the sigmoid itself; on probabilities, its loss can't get near 0."""
    for loss in losses.chosen_losses(file, "logits"):
        sigmoid = losses.squashed(loss, "sigmoid", "softmax")
        target = None if "focal" in loss.name else loss.target  # whose floor is another one
        if sigmoid is None and (sometimes := losses.sometimes_squashed(loss, "sigmoid", "softmax")) is not None:
            yield finding(
                loss,
                f"`{loss.name}` applies a sigmoid itself, "
                f"but its input is the output of a {sometimes.name} {sometimes.when}; "
                "pass the logits",
                sure=sometimes.is_sure,
                related=tuple(sometimes.elsewhere),
                proof=softmaxed_input(logits=sometimes.input, target=target, callee=loss.own_callee, at=loss),
            )
        if sigmoid is None:
            continue  # the input is logits, as far as the code shows
        applied = sigmoid.applied
        yield finding(
            sigmoid.place,
            f"`{loss.name}` applies a sigmoid itself, but `{sigmoid.input}` holds probabilities; pass the logits",
            fix=Fix("Pass the logits", applied.unwrap(), safe=False) if applied and sigmoid.logits else None,
            related=tuple(sigmoid.elsewhere),
            proof=softmaxed_input(logits=sigmoid.input, target=target, callee=loss.own_callee, at=loss),
            sure=loss.is_certain,
        )
