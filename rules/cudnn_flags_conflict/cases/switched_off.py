"""What is switched on is switched off where it would disturb."""

from torch.backends import cudnn

cudnn.benchmark = True


def prepare(seed):
    if seed is not None:
        cudnn.benchmark = False
        cudnn.deterministic = True
