from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import missing_gradients
from torchlint.queries import devices


@rule(
    group="training",
    severity="error",
    symptoms="loss-does-not-move",
    words="checkpoint checkpoint_sequential",
    replaces="TOR003",
)
def check(file: File) -> Findings:
    """A reentrant checkpoint whose input does not require grad gives no gradients to the parameters inside it."""
    for call in devices.checkpoints(file):
        if not call.loses_first_segment:
            continue  # `use_reentrant=False`, nothing to train, or an input that needs or may need a gradient
        known = call.has_no_graph_before
        body = call.body
        what = f"the first segment of `{body}`" if call.is_sequential else f"`{body}`"
        why = "as the input does not require grad" if known else "unless the input requires grad"
        yield finding(
            call,
            f"`{call.callee}` gives {what} no gradients, {why}; pass `use_reentrant=False`",
            fix=Fix("Pass use_reentrant=False", call.without_reentry, safe=False),
            proof=missing_gradients(body) if body is not None else None,
            sure=known,
        )
