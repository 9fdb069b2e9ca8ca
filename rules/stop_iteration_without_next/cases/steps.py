import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.arange(8), batch_size=4)
seen = []


class Source:
    def __init__(self) -> None:
        self.batches = iter(loader)

    def of_a_method(self) -> torch.Tensor:
        try:
            batch = next(self.batches)
        except StopIteration:
            self.batches = iter(loader)  # finding: `batch` has no value after this
        return batch * 2

    def right(self) -> torch.Tensor:
        try:
            batch = next(self.batches)
        except StopIteration:
            self.batches = iter(loader)
            batch = next(self.batches)
        return batch * 2


def with_a_flag(steps: int) -> None:
    batches, epochs = iter(loader), 0
    for _ in range(steps):
        try:
            batch = batches.__next__()
        except StopIteration:
            epochs += 1
            batches = iter(loader)  # finding: previous batch
        seen.append(batch)
    print(epochs)


def beside_another_way(steps: int, by_hand: bool) -> None:
    batches = iter(loader)
    for _ in range(steps):
        if not by_hand:
            try:
                batch = next(batches)
            except StopIteration:
                batches = iter(loader)  # finding: previous batch
        else:
            batch = []
            batch.append(1)
        seen.append(batch)


def skipped(steps: int) -> None:
    batches = iter(loader)
    for _ in range(steps):
        try:
            batch = next(batches)
        except StopIteration:
            batches = iter(loader)
            continue  # the step is left out
        seen.append(batch)


def skipped_by_a_flag(steps: int) -> None:
    batches = iter(loader)
    for _ in range(steps):
        ended = False
        try:
            batch = next(batches)
        except StopIteration:
            batches, ended = iter(loader), True
            batches = iter(loader)
        if not ended:
            seen.append(batch)


def without_a_batch(steps: int) -> None:
    batches = iter(loader)
    for _ in range(steps):
        batch = None
        try:
            batch = next(batches)
        except StopIteration:
            batches = iter(loader)
        if batch is not None:
            seen.append(batch)


def asked_again() -> torch.Tensor:
    batches = iter(loader)
    while True:
        try:
            batch = next(batches)
            break
        except StopIteration:
            batches = iter(loader)
    return batch


def used_where_it_is_taken(steps: int) -> None:
    batches = iter(loader)
    for _ in range(steps):
        try:
            batch = next(batches)
            seen.append(batch)
        except StopIteration:
            batches = iter(loader)


def endless():
    batches = iter(loader)
    while True:
        try:
            yield next(batches)
        except StopIteration:
            batches = iter(loader)


with_a_flag(5)
beside_another_way(5, False)
skipped(5)
skipped_by_a_flag(5)
without_a_batch(5)
used_where_it_is_taken(5)
print(asked_again(), Source().of_a_method(), Source().right(), next(endless()), len(seen))
