from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="speed", severity="info", symptoms="out-of-memory gpu-idle", words="MultiheadAttention")
def check(file: File) -> Findings:
    """`nn.MultiheadAttention` computes and stores all weights unless `need_weights=False`, also for who drops them."""
    if detect.is_hooked(file):
        return  # a hook may read the weights
    for call in detect.unused_weights(file):
        yield finding(
            call,
            f"`{call}` computes weights that nobody reads, the slow way; pass `need_weights=False`",
            fix=Fix("Ask for no weights", call.without_weights, safe=False),
        )
