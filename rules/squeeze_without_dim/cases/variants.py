import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1), nn.Sigmoid())


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 1))

    def forward(self, x):
        value = self.layers(x)
        value = torch.squeeze(value)  # finding: use `.squeeze(-1)`
        return torch.sigmoid(value)


def train(dataset, optimizer):
    for x, y in DataLoader(dataset, batch_size=8):
        loss = F.binary_cross_entropy(net(x).squeeze(), y)  # finding: `net(x).squeeze()` also removes the batch
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def best(dataset):
    for x, _ in DataLoader(dataset, batch_size=8):
        print(net(x).squeeze().amax(), net(x).squeeze().argmax(0))  # finding: `net(x).squeeze()` also removes the batch


def of_all(x):
    return net(x).squeeze()  # suspected: if the batch is one sample
