"""A program whose trainer makes a process group only where a launcher has started several processes."""

import torch
import torch.distributed as dist
import transformers
from torch.utils.data import Dataset


class Rows(Dataset):
    def __init__(self, path, words):
        self.rows = [path]
        if words != -1:
            if torch.distributed.get_rank() not in (0, -1):  # suspected: no launcher such as `torchrun` starts it
                torch.distributed.barrier()
            self.rows = self.rows * words
            if torch.distributed.get_rank() == 0:
                torch.distributed.barrier()

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


def say(text):
    if dist.get_rank() == 0:  # suspected: raises in runs where no launcher such as `torchrun` starts it
        print(text)


def say_once(text):
    if not dist.is_initialized() or dist.get_rank() == 0:
        print(text)


def wait(args):
    if args.local_rank != -1:
        dist.barrier()


def unused():
    dist.barrier()


def train(args, model):
    rows = Rows("rows.csv", args.words)
    say("training")
    say_once("training")
    wait(args)
    trainer = transformers.Trainer(model=model, args=args, train_dataset=rows)
    trainer.train()
    if args.world_size > 1:
        dist.barrier()
    dist.barrier()  # suspected: raises in runs where no launcher
