"""Data that is split at random once, and data that is drawn again before each epoch."""

import torch
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split

class Files(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])

class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def sample(self, count):
        return self.layer(torch.zeros(count, 4))

    def forward(self, x):
        return self.layer(x)

def train(model, optimizer, loader):
    for batch in loader:
        loss = model(batch).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

def main(paths):
    first, _ = random_split(Files(paths), (80, 20))
    rest, _ = train_test_split(paths)
    loader = DataLoader(first, batch_size=4)  # suspected: gives training the same batches in the same order
    others = DataLoader(Files(rest), batch_size=4)  # suspected: gives training the same batches in the same order
    model = Generator()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(20):
        train(model, optimizer, loader)
        train(model, optimizer, others)

    print(model.sample(4))
