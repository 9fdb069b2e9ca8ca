"""Who uses CUDA in workers, and who in the main process."""

import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self):
        self.rows, self.device = torch.zeros(8, 4), "cpu"

    def __len__(self):
        return len(self.rows)


class InWorkers(Rows):
    def __getitem__(self, index):
        return self.shifted(self.rows[index])

    def shifted(self, row):
        return row.cuda() + 1  # finding: in DataLoader workers


class AsksFirst(Rows):
    def __getitem__(self, index):
        row = self.rows[index]
        if torch.cuda.is_available():
            row = row.to("cuda:0")  # finding: in DataLoader workers
        return row


class InMainProcess(Rows):
    def __getitem__(self, index):
        return self.rows[index].cuda()


class OnCpu(Rows):
    def __getitem__(self, index):
        return self.rows[index].to(self.device) + torch.zeros(4, device="cpu")


class LoadedElsewhere(Rows):
    def __getitem__(self, index):
        return self.rows[index].cuda()  # suspected: in DataLoader workers


def gathered(rows):
    return torch.stack(rows).to("cuda")  # finding: in DataLoader workers


def stacked(rows):
    return torch.stack(rows)


def moved(rows):
    return torch.stack(rows).to("cuda")


loaders = [
    DataLoader(InWorkers(), num_workers=2),
    DataLoader(AsksFirst(), num_workers=2),
    DataLoader(InMainProcess(), batch_size=2),
    DataLoader(OnCpu(), num_workers=2, collate_fn=gathered),
    DataLoader(OnCpu(), num_workers=2, collate_fn=stacked),
    DataLoader(OnCpu(), collate_fn=moved),
]


def loader_of(dataset, workers):
    return DataLoader(dataset, num_workers=workers)


class OnItsDevice(Rows):
    place = "cuda"

    def __getitem__(self, index):
        return self.rows[index].to(self.place)  # finding: in DataLoader workers


class OnGivenDevice(Rows):
    def __init__(self, place):
        super().__init__()
        self.place = place

    def __getitem__(self, index):
        return self.rows[index].to(self.place)


others = [DataLoader(OnItsDevice(), num_workers=2), DataLoader(OnGivenDevice("cpu"), num_workers=2)]


class OnAnyDevice(Dataset):
    device = "cuda"

    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.ones(1, device=self.device)


class OnTheCPU(OnAnyDevice):
    device = "cpu"


DataLoader(OnTheCPU(), num_workers=2)
