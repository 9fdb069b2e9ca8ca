import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.norm = nn.Linear(4, 8), nn.BatchNorm1d(8)

    def load(self, path):
        given = torch.load(path)
        weights = [v for k, v in given.items() if "fc" not in k]
        for own, weight in zip(self.state_dict().values(), weights):  # suspected: pairs tensors with `given` by position
            own.copy_(weight)

    def load_parameters(self, other: nn.Module):
        for own, weight in zip(self.state_dict().values(), other.parameters()):  # finding: pairs tensors with
            own.data.copy_(weight.data)

    def load_list(self, weights):
        for (name, own), weight in zip(self.state_dict().items(), weights):  # suspected: pairs keys with `weights` by
            own.data = weight

    def load_by_name(self, path):
        own = self.state_dict()
        for name, weight in torch.load(path).items():
            own[name].copy_(weight)

    def compare(self, path):
        given = torch.load(path)
        for own, weight in zip(self.state_dict().values(), given.values()):
            print((own - weight).abs().max())

    def follow(self, other: nn.Module):
        for own, weight in zip(self.state_dict().values(), other.state_dict().values()):
            own.copy_(0.9 * own + 0.1 * weight)
