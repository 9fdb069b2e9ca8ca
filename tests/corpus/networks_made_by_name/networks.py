"""A surface, whose normals are derivatives, and the network around it."""

import torch
from torch import nn


class Surface(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, width), nn.Softplus(), nn.Linear(width, 1))

    def forward(self, points):
        return self.layers(points)

    def normal(self, points):
        points.requires_grad_(True)
        distance = self.forward(points)
        return torch.autograd.grad(distance, points, torch.ones_like(distance), create_graph=True)[0]


class Scene(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.surface = Surface(width)
        self.colour = nn.Linear(6, 3)

    def forward(self, points):
        normals = self.surface.normal(points)
        return {"normals": normals, "colours": self.colour(torch.cat([points, normals], -1))}
