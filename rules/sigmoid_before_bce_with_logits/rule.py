from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import softmaxed_input
from torchlint.queries import losses


@rule(group="training", severity="error", symptoms="loss-does-not-move")
def check(file: File) -> Findings:
    """`binary_cross_entropy_with_logits` applies the sigmoid itself; on probabilities, its loss can't get near 0."""
    for loss in losses.losses(file, "logits"):
        sigmoid = losses.squashed(loss, "sigmoid", "softmax")
        target = None if "focal" in loss.name else loss.target  # whose floor is another one
        if sigmoid is None and (sometimes := losses.sometimes_squashed(loss, "sigmoid", "softmax")) is not None:
            yield finding(
                loss,
                f"`{sometimes.input}` went through a {sometimes.name} before `{loss.name}` {sometimes.when}; "
                "pass the logits",
                sure=sometimes.is_sure,
                related=tuple(sometimes.elsewhere),
                proof=softmaxed_input(logits=sometimes.input, target=target, callee=loss.own_callee, at=loss),
            )
        if sigmoid is None:
            continue  # logits
        applied = sigmoid.applied
        yield finding(
            sigmoid.place,
            f"`{sigmoid.input}` went through a {sigmoid.name} before `{loss.name}`, "
            "which applies its own; pass the logits",
            fix=Fix("Pass the logits", applied.unwrap(), safe=False) if applied and sigmoid.logits else None,
            related=tuple(sigmoid.elsewhere),
            proof=softmaxed_input(logits=sigmoid.input, target=target, callee=loss.own_callee, at=loss),
        )
