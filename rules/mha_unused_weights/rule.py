from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="speed", severity="info", symptoms="out-of-memory gpu-idle", words="MultiheadAttention")
def check(file: File) -> Findings:
    """`nn.MultiheadAttention` computes and stores its weights unless `need_weights=False`, even if they are unused."""
    if detect.is_hooked(file):
        return  # a hook may read the weights
    for call in detect.unused_weights(file):
        yield finding(
            call,
            f"`{call}` computes attention weights that nothing reads, which is slower; pass `need_weights=False`",
            fix=Fix("Pass need_weights=False", call.without_weights, safe=False),
        )
