"""Programs for several PyTorch versions, which ask for `get_last_lr` first."""

from torch.optim.lr_scheduler import StepLR


def rates(optimizer):
    scheduler = StepLR(optimizer, 30)
    if hasattr(scheduler, "get_last_lr"):
        return scheduler.get_last_lr()
    return scheduler.get_lr()


def rate(optimizer):
    scheduler = StepLR(optimizer, 30)
    return scheduler.get_last_lr() if hasattr(scheduler, "get_last_lr") else scheduler.get_lr()
