import torch
from torch import nn
from torch.utils.data import DataLoader


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
        for parameter in self.parameters():
            parameter.requires_grad = False

    def forward(self, x):
        return self.layers(x)


class NoGraph(Features):
    @torch.no_grad()
    def forward(self, x):
        return self.layers(x)


def train(loader: DataLoader):
    net, features, metric = nn.Linear(8, 8), Features(), NoGraph()
    optimizer = torch.optim.Adam(net.parameters())
    distance = nn.MSELoss()
    perceptual = of_data = measured = detached = 0.0
    for x, _ in loader:
        optimizer.zero_grad()
        y = net(x)
        perceptual_loss = distance(features(y), features(x))
        (perceptual_loss + distance(y, x)).backward()
        optimizer.step()
        perceptual += perceptual_loss  # finding: `perceptual` keeps the graph of every `perceptual_loss` alive
        of_data += features(x).mean()
        measured += metric(y).mean()
        detached += features(y.detach()).mean()
    return perceptual, of_data, measured, detached


def tune(loader: DataLoader):
    """LoRA: all is frozen but what was added."""
    model = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 8))
    for name, parameter in model.named_parameters():
        if "1" not in name:
            parameter.requires_grad = False
    optimizer = torch.optim.Adam(model.parameters())
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # finding: `total` keeps the graph of every `loss` alive
    return total
