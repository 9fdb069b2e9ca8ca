import torch


def reduced(x, model):
    kept = x.half()
    yield kept.float().sum(), kept.sum(dtype=torch.float32), kept.mean(), kept.max(), x.bfloat16().sum()
    with torch.autocast("cuda"):
        yield kept.sum()  # autocast takes sums in float32
    half = model.half()
    yield half(kept).float().sum()
    kept = kept.float()
    yield kept.sum()


def of_another_type(x, mask):
    half = x.half()
    counted = half.max(1)[1].sum() + (half > 0).sum() + half.argmax(1).sum() + half.isnan().sum()
    return counted, half.mul(x.double()).sum(), half.view(torch.int16).sum(), half.logcumsumexp(0), half.amax(0)
