"""Workers that are started anew, and may use CUDA."""

import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.zeros(4).cuda()


loader = DataLoader(Rows(), num_workers=2, multiprocessing_context="spawn")
