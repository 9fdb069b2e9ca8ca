import torch


def reduced(x, mask):
    kept = x.half()
    scores = torch.zeros(8, 8, dtype=torch.half)
    yield kept.sum(0)  # finding: `kept.sum(0)` is infinite if it reaches 65520, as `kept` is float16
    yield torch.sum(scores * 2, dim=1)  # finding: `torch.sum(scores * 2, dim=1)` is infinite if it reaches 65520
    yield torch.prod(scores)  # finding: is infinite if it reaches 65520
    yield scores.abs().cumsum(0)[-1]  # finding: pass `dtype=torch.float32`


def other_totals(x):
    half = x.half().swapaxes(0, 1).ravel()
    yield half.nansum()  # finding: `half.nansum()` is infinite if it reaches 65520, as `half` is float16
    yield half.cumprod(0)  # finding: is infinite if it reaches 65520, as `half` is float16
    yield torch.linalg.vector_norm(half)  # finding: pass `dtype=torch.float32`
    filled = half.masked_fill(half < 0, 0).clamp_(max=9)
    yield filled.sum()  # finding: is infinite if it reaches 65520, as `filled` is float16
