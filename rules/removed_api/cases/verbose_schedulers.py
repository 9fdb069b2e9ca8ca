"""Schedulers that are given `verbose`, and classes of the program's own that take it themselves."""

from torch.optim.lr_scheduler import LRScheduler, ReduceLROnPlateau, StepLR


class Keeping(LRScheduler):
    """Prints the learning rate itself."""

    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        self.verbose = verbose
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return self.base_lrs


class Handing(LRScheduler):
    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        super().__init__(optimizer, last_epoch, verbose)  # finding: `verbose` fails since PyTorch 2.7

    def get_lr(self):
        return self.base_lrs


class HandingByName(LRScheduler):
    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        super().__init__(optimizer, last_epoch=last_epoch, verbose=verbose)  # finding: fails since PyTorch 2.7

    def get_lr(self):
        return self.base_lrs


class Stepping(StepLR):
    """The third argument of StepLR is another one."""

    def __init__(self, optimizer):
        super().__init__(optimizer, 30, 0.5)


def schedulers(optimizer):
    yield Keeping(optimizer, verbose=True)
    yield StepLR(optimizer, 30, verbose=False)  # finding: `verbose=False` fails since PyTorch 2.7; leave it out
    yield ReduceLROnPlateau(optimizer, verbose=True)  # finding: print `get_last_lr()` where you want to see it
