"""Numbers of workers, with options that need some."""

import argparse
from dataclasses import dataclass

import torch
from torch.utils.data import DataLoader

NONE = 0
parser = argparse.ArgumentParser()
parser.add_argument("--workers", type=int, default=0)
parser.add_argument("--readers", type=int, default=0)
parser.add_argument("--num-threads", dest="threads", type=int, default=8)
parser.add_argument("--prefetch", type=int, default=4)
args = parser.parse_args()


def left_out(rows):
    return DataLoader(rows, batch_size=4, persistent_workers=True)  # finding: raises without workers; leave it out


def none(rows):
    DataLoader(rows, num_workers=0, timeout=30)  # finding: `timeout=30` raises with `num_workers=0`; leave it out
    DataLoader(rows, num_workers=NONE, prefetch_factor=4)  # finding: `prefetch_factor=4` raises
    DataLoader(rows, num_workers=0, timeout=0, prefetch_factor=None, persistent_workers=False)
    return DataLoader(rows, num_workers=0, multiprocessing_context="fork")  # finding: `multiprocessing_context="fork"`


def by_default(rows):
    return DataLoader(
        rows,
        num_workers=args.workers,
        persistent_workers=True,  # finding: raises if `args.workers` keeps its default, 0; write `persistent_workers=args.workers
    )


def both_by_default(rows):
    return DataLoader(rows, num_workers=args.workers, prefetch_factor=args.prefetch)  # finding: raises if


def asked(rows):
    kept = DataLoader(rows, num_workers=args.readers, persistent_workers=args.readers > 0)
    read = DataLoader(rows, num_workers=args.readers, prefetch_factor=2 if args.readers else None)
    return kept, read


def by_a_setting(rows):
    return DataLoader(rows, num_workers=args.threads, prefetch_factor=4)  # suspected: write `prefetch_factor=4 if args.threads else


@dataclass
class Settings:
    workers: int = 0
    readers: int = 4


def by_a_field(rows):
    settings = Settings()
    return DataLoader(
        rows,
        num_workers=settings.workers,
        persistent_workers=True,  # finding: raises where `settings.workers` is 0
    )


def on_one_way(rows):
    return DataLoader(
        rows,
        num_workers=4 if torch.cuda.is_available() else 0,
        persistent_workers=True,  # finding: raises where
    )


def given(rows, num_workers, further, number):
    DataLoader(rows, num_workers=num_workers, persistent_workers=True)  # suspected: raises where `num_workers` is 0
    DataLoader(rows, num_workers=max(1, num_workers), persistent_workers=True)
    DataLoader(rows, num_workers=2, persistent_workers=True, timeout=3)
    DataLoader(rows, persistent_workers=True, **further)
    return DataLoader(rows, num_workers=number, persistent_workers=further)


def as_called(rows, count=0):
    return DataLoader(rows, num_workers=count, persistent_workers=True)  # finding: raises where `count` is 0


class Loading:
    WORKERS = 4

    def loader(self, rows):
        return DataLoader(rows, num_workers=Loading.WORKERS, persistent_workers=True)


def tried(rows):
    try:
        return DataLoader(rows, persistent_workers=True)
    except ValueError:
        return DataLoader(rows)


as_called([1, 2])
as_called([1, 2], 3)


def in_a_dict(rows, args):
    options = {"num_workers": args.workers, "persistent_workers": True}  # finding: `"persistent_workers"` raises if
    others = {"num_workers": args.workers}
    if args.batches:
        others["persistent_workers"] = True
    return DataLoader(rows, **options), DataLoader(rows, **others)


def chosen(rows):
    number = 0 if torch.cuda.is_available() else 4
    more = 2 if torch.cuda.is_available() else 4
    DataLoader(rows, num_workers=more, multiprocessing_context="spawn")
    return DataLoader(rows, num_workers=number, multiprocessing_context="spawn")  # finding: raises where `number` is 0
