"""The small ones in batches, the large ones one at a time."""

from pictures import Large, Small
from torch.utils.data import BatchSampler, DataLoader, RandomSampler


def loaders(small, large):
    held = Large(large)
    train = Small(small)
    sampler = BatchSampler(RandomSampler(train), 8, True)
    return DataLoader(train, batch_sampler=sampler), DataLoader(held, shuffle=False), DataLoader(held, batch_size=1)
