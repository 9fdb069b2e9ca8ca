import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

net, wide = nn.Linear(4, 1), nn.Linear(4, 3)


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)
        self.wide = nn.Linear(4, 3)

    def forward(self, x, image):
        return self.layer(x).squeeze(-1), torch.squeeze(self.layer(x), 1), self.wide(x).squeeze(), image.squeeze()


def train(dataset):
    for x, y in DataLoader(dataset, batch_size=8):
        loss = F.mse_loss(net(x).squeeze(dim=1), y) + wide(x).squeeze().sum()
        yield loss


def one(row):
    print(net(row.unsqueeze(0)).squeeze().item(), net(row).squeeze().tolist(), net(row).squeeze().amax())
    return net(row.unsqueeze(0)).squeeze(), net(torch.randn(4)).squeeze()
