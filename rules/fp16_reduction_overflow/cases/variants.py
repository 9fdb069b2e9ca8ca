import torch


def reduced(x, mask):
    kept = x.half()
    scores = torch.zeros(8, 8, dtype=torch.half)
    yield kept.sum(0)  # finding: `kept.sum(0)` is infinite
    yield torch.sum(scores * 2, dim=1)  # finding: since `scores * 2` is float16
    yield torch.prod(scores)  # finding: from 65520 on
    yield scores.abs().cumsum(0)[-1]  # finding: use `dtype=torch.float32`
