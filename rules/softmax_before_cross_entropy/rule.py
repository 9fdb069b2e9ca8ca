from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import softmaxed_input
from torchlint.queries import losses


@rule(group="training", severity="error", symptoms="loss-does-not-move")
def check(file: File) -> Findings:
    """`cross_entropy` applies log-softmax itself; on probabilities, its loss can't get near 0."""
    for loss in losses.chosen_losses(file, "class-logits"):
        softmax = losses.squashed(loss, "softmax", "sigmoid")
        if softmax is None and (sometimes := losses.sometimes_squashed(loss, "softmax", "sigmoid")) is not None:
            yield finding(
                loss,
                f"`{loss.name}` applies softmax itself, "
                f"but its input is the output of a {sometimes.name} {sometimes.when}; "
                "pass the logits",
                sure=sometimes.is_sure,
                related=tuple(sometimes.elsewhere),
                proof=softmaxed_input(
                    class_logits=sometimes.input, target=loss.target, callee=loss.own_callee, at=loss
                ),
            )
        if softmax is None:
            continue  # the input is logits, or log-probabilities, which softmax does not change
        applied = softmax.applied
        yield finding(
            softmax.place,
            f"`{loss.name}` applies softmax itself, but `{loss.operand}` already holds probabilities; pass the logits",
            fix=Fix("Pass the logits", applied.unwrap(), safe=False) if applied and softmax.logits else None,
            related=tuple(softmax.elsewhere),
            proof=softmaxed_input(class_logits=softmax.input, target=loss.target, callee=loss.own_callee, at=loss),
            sure=loss.is_certain,
        )
