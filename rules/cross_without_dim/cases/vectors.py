"""Vectors by themselves, batches of them, and what may be either."""

import torch
import torch.nn.functional as F
from torch.linalg import cross


def rotation(a, b):
    a, b = a / a.norm(), b / b.norm()
    axis = torch.cross(a, b)
    return axis, torch.dot(a, b)


def upwards(direction):
    up = torch.tensor([0.0, 1.0, 0.0])
    return torch.cross(direction, up)


def frames(points):
    along = F.normalize(points[:, 1] - points[:, 0], dim=-1)
    across = F.normalize(points[:, 2] - points[:, 0], dim=-1)
    normal = torch.cross(along, across)  # finding: uses the first dimension of size 3, which may be the batch
    return torch.stack((along, normal, torch.cross(normal, along)), -1)  # finding: `torch.cross(normal, along)` uses


def turned(points: torch.Tensor, by: torch.Tensor):
    return points.cross(by) + points.norm(dim=-1, keepdim=True)  # finding: `points.cross(by)` uses the first dimension


def area(first, second):
    product = torch.cross(first, second)  # finding: `torch.cross(first, second)` uses the first dimension of size 3
    return product.pow(2).sum(), product.norm(dim=1)


def torque(force, arm):
    return torch.cross(force, arm)  # suspected: `torch.cross(force, arm)` uses the first dimension of size 3, which


def told(first, second, dim, both):
    one = torch.cross(first[:, 0], second[:, 0], dim=1) + torch.cross(first[..., 0], second[..., 0], -1)
    return one + torch.cross(*both) + cross(first[:, 0], second[:, 0]) + first.cross(second[:, 0], dim)
