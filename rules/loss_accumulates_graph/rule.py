from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import retained_graph
from torchlint.queries import gradients, testing

_SHORT = 20  # characters of a loss that a message can repeat


@rule(group="memory", severity="error", symptoms="memory-grows out-of-memory slower-every-epoch")
def check(file: File) -> Findings:
    """Adding up tensors that still carry their graphs, as in `total += loss`, keeps the graph of every step alive."""
    if testing.is_test_module(file):
        return  # tests train for a few steps only
    for total in gradients.running_sums(file):
        if not total.outlives_forwards and (total.is_part_of_a_forward or not total.grows_by_step):
            continue  # a sum over layers or time steps is part of one loss; an attribute of the module is not
        if total.is_differentiated:
            continue  # the sum is itself the loss
        if total.is_one_output and not total.is_sure:
            continue  # the mean over views of one picture, whose caller decides about gradients
        if total.is_converted:
            continue  # in the other branch, the same name is a number
        loss = total.added
        kept = "graph and activations" if total.holds_activations else "graph"
        if loss:
            detached = f"`{loss.with_call('.detach()')}`" if len(loss.text) <= _SHORT else "its `.detach()`"
            of_what = f"every `{loss.text}` alive; add {detached}, or `.item()` for a plain number"
        else:
            of_what = "every step alive; add detached values or plain numbers"
        yield finding(
            total,
            f"`{total.target}` keeps the {kept} of {of_what}",
            fix=Fix(
                "Detach before adding",
                loss.then(".detach()"),
                safe=total.is_sure and total.adds_a_tensor and not total.leaves,
            )
            if loss
            else None,
            proof=retained_graph(accumulator=total.target or total, at=total),
            related=tuple(origin.says("the graph comes from here") for origin in total.origins),
            sure=total.is_sure,
        )
