"""Models that compute the same in both modes."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from torch_geometric.nn import GCNConv
from torchvision.models import vit_b_16

train_loader, test_loader = DataLoader([]), DataLoader([])


def train(net, loader):
    optimizer = torch.optim.Adam(net.parameters())
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(images), labels).backward()
        optimizer.step()


@torch.no_grad()
def correct(net, loader):
    total = 0
    for images, labels in loader:
        total += (net(images).argmax(1) == labels).sum().item()
    return total


class Block(nn.Module):
    def __init__(self, width, dropout=0.0, norm="layer"):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.norm = nn.GroupNorm(2, width)
        self.other = nn.InstanceNorm1d(width)
        self.drop = nn.Dropout(dropout)
        self.rnn = nn.LSTM(width, width, dropout=0.5)  # nothing to drop between the layers of one layer
        self.attention = nn.MultiheadAttention(width, 2)

    def forward(self, x):
        return self.drop(self.norm(self.linear(x)))


class Net(nn.Module):
    def __init__(self, batch_norm=False):
        super().__init__()
        self.embedding = nn.Embedding.from_pretrained(torch.zeros(4, 8))
        self.blocks = nn.ModuleList([Block(8) for _ in range(3)])
        self.norm = nn.BatchNorm1d(8) if batch_norm else nn.LayerNorm(8)
        if batch_norm:
            self.second = nn.BatchNorm1d(8)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.norm(x)


class Graph(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = GCNConv(8, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x, edges=None):
        return self.head(self.conv(x, edges))


class Always(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return F.dropout(self.head(x))  # in both modes: eval() would change nothing


for net in [Net(), Graph(), Always()]:
    train(net, train_loader)
    print(correct(net, test_loader))

plain = nn.Sequential(nn.Linear(8, 8), nn.LayerNorm(8), nn.Dropout(0), nn.BatchNorm1d(8, track_running_stats=False))
train(plain, train_loader)
print(correct(plain, test_loader))

vit = vit_b_16()
vit.load_state_dict(torch.load("weights.pt"))
print(correct(vit, test_loader))
