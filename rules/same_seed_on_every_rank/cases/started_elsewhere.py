"""Seeds the process that starts the others, which inherit nothing of it, with a function that is imported."""

import torch
from elsewhere import train
from torch import multiprocessing, nn


def single(seed):
    model = nn.parallel.DistributedDataParallel(nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.1)))
    train(0, model, seed)


def main(count, seed):
    torch.manual_seed(seed)
    if count > 1:
        multiprocessing.spawn(train, args=(seed,), nprocs=count)
    else:
        single(seed)


if __name__ == "__main__":
    torch.distributed.init_process_group("gloo")
    main(torch.cuda.device_count(), 3)
