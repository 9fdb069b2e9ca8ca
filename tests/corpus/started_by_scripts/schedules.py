"""Makes the schedule that a trainer asks for by its name."""

from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR


def make_schedule(name, optimizer, steps):
    warmup = LinearLR(optimizer, total_iters=10)
    if name == "cosine":
        return SequentialLR(optimizer, [warmup, CosineAnnealingLR(optimizer, steps)], milestones=[10])
    return warmup
