"""Windows of a text, one after the other: the state of a batch is where the next one begins."""

import torch
from torch.utils.data import DataLoader, Dataset


class Windows(Dataset):
    def __init__(self, numbers, length):
        self.numbers, self.length = numbers, length

    def __len__(self):
        return len(self.numbers) // self.length

    def __getitem__(self, index):
        return self.numbers[index * self.length : (index + 1) * self.length]


def main(model, optimizer, numbers):
    hidden = None
    loader = DataLoader(Windows(numbers, 35), batch_size=1, shuffle=False)
    for _ in range(20):
        for window in loader:
            output, hidden = model(window, hidden)
            output.mean().backward()
            optimizer.step()
            hidden = hidden.detach()
