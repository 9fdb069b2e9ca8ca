from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="speed", severity="info", symptoms="out-of-memory gpu-idle", words="MultiheadAttention")
def check(file: File) -> Findings:
    """`nn.MultiheadAttention` computes and stores its weights unless `need_weights=False`, even if they are unused."""
    if detect.is_hooked(file):
        return  # a hook may read the weights
    for call, *others in detect.by_class(file):
        edits = sum((other.without_weights for other in others), call.without_weights)
        yield finding(
            call,
            f"`{call}` computes attention weights that nothing reads, which is slower; pass `need_weights=False`",
            fix=Fix("Pass need_weights=False", edits, safe=False),
            related=tuple(other.says("and here") for other in others),
        )
