import torch


def reduced(x, mask):
    kept = x.half()
    scores = torch.zeros(8, 8, dtype=torch.half)
    yield kept.sum(0)  # finding: `kept.sum(0)` overflows to infinity from 65520 on, as `kept` is float16
    yield torch.sum(scores * 2, dim=1)  # finding: `torch.sum(scores * 2, dim=1)` overflows to infinity from 65520 on
    yield torch.prod(scores)  # finding: from 65520 on
    yield scores.abs().cumsum(0)[-1]  # finding: use `dtype=torch.float32`


def other_totals(x):
    half = x.half().swapaxes(0, 1).ravel()
    yield half.nansum()  # finding: `half.nansum()` overflows to infinity from 65520 on, as `half` is float16
    yield half.cumprod(0)  # finding: overflows to infinity from 65520 on, as `half` is float16
    yield torch.linalg.vector_norm(half)  # finding: use `dtype=torch.float32`
    filled = half.masked_fill(half < 0, 0).clamp_(max=9)
    yield filled.sum()  # finding: overflows to infinity from 65520 on, as `filled` is float16
