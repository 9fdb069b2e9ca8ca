from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import value_domain
from torchlint.queries import losses

from . import detect


@rule(group="training", severity="error", symptoms="loss-is-nan loss-does-not-move")
def check(file: File) -> Findings:
    """`nll_loss` expects log-probabilities; given logits or probabilities, it optimises the wrong objective."""
    for loss in losses.chosen_losses(file, "log-probabilities"):
        if not loss.picks_a_class:
            continue  # KLDivLoss or CTCLoss, whose wrong inputs other checks cover
        given = losses.squashed(loss, "layer", "softmax", "sigmoid", "tanh", "relu")
        if given is None and (raw := losses.raw_on_one_way(loss)) is not None:
            yield finding(
                loss,
                f"`{loss.operand}` is raw layer output on one path, so `{loss.name}` has no lower bound there; "
                "apply `log_softmax` on both paths",
                related=(raw.says("raw layer output here"),),
                sure=False,
            )
            continue  # its input is raw layer output on one path, which is reported
        if given is None and (sibling := detect.sibling_taking_logits(file, loss)) is not None:
            yield finding(
                loss,
                f"`{loss.operand}` may be logits, since `{sibling}` applies softmax to it; use `cross_entropy`",
                sure=False,
            )
        if given is None:
            continue  # log-probabilities, or not known
        if loss.is_read_off:
            continue  # 1 + nll_loss(p, y): the loss only selects the value of the right class
        applied = given.applied
        if given.name == "layer":
            wrong, right = f"is raw layer output, so `{loss.name}` has no lower bound", "cross_entropy"
            edits = loss.rename("torch.nn.functional.cross_entropy") if loss.is_functional else ()
        else:
            holds = "holds probabilities" if given.name == "softmax" else f"is the output of a {given.name}"
            wrong, right = f"{holds}, but `{loss.name}` expects log-probabilities", "log_softmax"
            edits = losses.log_softmaxed(applied) if applied and given.logits else ()
        yield finding(
            loss,
            f"`{given.input}` {wrong}; use `{right}`",
            fix=Fix(f"Use {right}", edits, safe=False),
            related=tuple(given.elsewhere),
            proof=value_domain(log_probabilities=given.input, at=loss),
            sure=loss.is_certain and not loss.is_per_sample,
        )
