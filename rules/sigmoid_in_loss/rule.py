from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import saturation
from torchlint.queries import losses

from . import detect

FUSED = {
    "torch.nn.BCELoss.forward": "torch.nn.BCEWithLogitsLoss",
    "torch.nn.functional.binary_cross_entropy": "torch.nn.functional.binary_cross_entropy_with_logits",
}


@rule(group="numerics", severity="warning", symptoms="loss-is-nan")
def check(file: File) -> Findings:
    """`BCELoss` of a sigmoid, or `log(sigmoid(x))`, loses the gradient where the sigmoid rounds to 0 or 1."""
    for loss in losses.chosen_losses(file, "probabilities"):
        if not loss.may_have_grad:
            continue  # measured without gradients, as in validation
        sigmoid = losses.squashed(loss, "sigmoid")
        fused = next(FUSED[name] for name in sorted(loss.names))
        name = fused.rpartition(".")[2]
        if sigmoid is None and (sometimes := losses.sometimes_squashed(loss, "sigmoid")) is not None:
            yield finding(
                loss,
                f"`{loss.name}` gets a sigmoid {sometimes.when}, and no gradient where it rounds to 0 or 1; "
                f"remove the sigmoid, and use `{name}`",
                related=tuple(sometimes.elsewhere),
                proof=saturation(argument=sometimes.input, at=loss, target=loss.target),
                sure=sometimes.is_sure,
            )
        if sigmoid is None:
            continue  # probabilities from elsewhere, such as an average of several
        logits, applied, renamed = sigmoid.logits, sigmoid.applied, loss.rename(fused)
        yield finding(
            sigmoid.place,
            f"`{loss.name}` has no gradient where the sigmoid before it rounds to 0 or 1; "
            f"remove the sigmoid, and use `{name}`",
            fix=Fix(f"Use {name}", applied.unwrap() + renamed, safe=False)
            if logits and applied and renamed and loss.is_functional
            else None,
            related=tuple(sigmoid.elsewhere),
            proof=saturation(argument=sigmoid.input, at=loss, logits=sigmoid.before, target=loss.target),
            sure=loss.is_certain,
        )
    reported = set()
    for log in losses.logarithms(file):
        sigmoid = losses.squashed(log, "sigmoid", "sigmoid-complement", "sigmoid-negated")
        if sigmoid is None or not log.may_have_grad:
            continue  # not of probabilities, or a matching cost without gradients
        if sigmoid.vanishes:
            continue  # an entropy, p * log(p + eps): the lost part contributes nothing
        if detect.is_of_small_numbers(sigmoid.before):
            continue  # of a cosine, which never rounds to 0 or 1
        if log.statement in reported:
            continue  # log(p) and log(1 - p) of the same loss
        reported.add(log.statement)
        logits = sigmoid.logits
        if sigmoid.has_epsilon:
            says = "has no gradient where its sigmoid rounds to 0 or 1"
        else:
            says = "can round to 0, whose log is -inf"
        yield finding(
            sigmoid.place,
            f"`{sigmoid.input}` {says}; use {detect.fused(sigmoid)}",
            fix=Fix("Use logsigmoid", log.put_call("torch.nn.functional.logsigmoid", logits.code), safe=False)
            if logits and sigmoid.is_all_of(log) and losses.is_natural(log)
            else None,
            related=tuple(sigmoid.elsewhere),
            proof=saturation(argument=sigmoid.input, at=log, logits=sigmoid.before),
            sure=not detect.is_of_pairs(log),
        )
