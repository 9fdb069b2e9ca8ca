"""Who is told its share by its loader, and who is not: that is seen where they run."""

from torch.utils.data import DataLoader, IterableDataset, get_worker_info


class Rows(IterableDataset):  # suspected: every DataLoader worker yields all of `Rows`
    def __init__(self, count):
        self.count = count

    def __iter__(self):
        for number in range(self.count):
            yield number


class RowsOfOne(IterableDataset):  # suspected: every DataLoader worker yields all of `RowsOfOne`  # refuted
    def __init__(self, count):
        self.first, self.step, self.count = 0, 1, count

    def __iter__(self):
        for number in range(self.first, self.count, self.step):
            yield number


def tell(_):
    info = get_worker_info()
    vars(info.dataset).update(first=info.id, step=info.num_workers)


def main():
    for dataset in (Rows(6), RowsOfOne(6)):
        print(sum(batch.sum().item() for batch in DataLoader(dataset, num_workers=2, worker_init_fn=tell)))


if __name__ == "__main__":
    main()
