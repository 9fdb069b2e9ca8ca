"""A denoiser: pictures that are kept in memory, and noise that is added to them."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Pictures(Dataset):
    def __init__(self, count):
        self.pictures = torch.rand(count, 64)

    def __len__(self):
        return len(self.pictures)

    def __getitem__(self, index):
        picture = self.pictures[index]
        return picture.sub_(picture.mean())  # finding: also changes the dataset's stored `self.pictures[index]`


def add_noise(batch):
    return batch.add_(0.1 * torch.randn_like(batch))  # finding: also changes the caller's `clean`


def main():
    torch.manual_seed(0)
    model = nn.Linear(64, 64)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for clean in DataLoader(Pictures(32), batch_size=8):
        noisy = add_noise(clean)
        loss = nn.functional.mse_loss(model(noisy), clean)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
