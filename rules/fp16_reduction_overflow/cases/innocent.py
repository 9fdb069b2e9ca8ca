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
