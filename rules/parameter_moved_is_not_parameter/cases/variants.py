import torch
import torch.nn as nn
from torch.nn.parameter import Parameter

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Variants(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.a = nn.Parameter(torch.ones(width)).to(device)  # finding: `.to(device)` on a parameter gives a plain
        self.b = Parameter(torch.randn(width)).cuda()  # finding: `self.b` is never trained; write it inside
        self.c = nn.Parameter(torch.randn(1, width).normal_()).unsqueeze(0)  # finding: `.unsqueeze(0)`
        self.d = 0.01 * nn.Parameter(torch.randn(width))  # finding: `0.01 *` on a parameter gives a plain tensor, so
        self.e: torch.Tensor = nn.Parameter(torch.randn(width), requires_grad=True).double()  # finding: `.double()`
        self.f = -nn.Parameter(torch.ones(1))  # finding: `self.f` is never trained
        self.g = nn.Parameter(torch.ones(width) / 3, requires_grad=False).to(device)  # finding: is never saved or moved
        self.h = nn.Parameter(torch.ones(width)).view(1, -1).to(device)  # finding: `.view(1, -1).to(device)` on a
        self.i = nn.Parameter(torch.ones(width).to(device)).to(device)  # is there already, and stays the parameter
        self.factors = []
        for _ in range(3):
            self.factors.append(nn.Parameter(torch.ones(width)).to(device))  # finding: so `self.factors` is never

    def reset(self):
        self.a = nn.Parameter(torch.ones(3).uniform_()).half()  # finding: `self.a` is never trained

    def forward(self, x):
        for factor in self.factors:
            x = x * factor
        return x * self.a + self.b


class OnlyViews(nn.Module):
    def __init__(self, width, copies):
        super().__init__()
        row = nn.Parameter(torch.empty(width))
        nn.init.normal_(row)
        self.rows = row.expand(copies, width)  # finding: so `self.rows` is never trained; keep `row` as an attribute
        scale = nn.Parameter(torch.ones(1))
        self.scales = scale.repeat(copies)
        self.register_parameter("scale", scale)
        offset = nn.Parameter(torch.zeros(1))
        self.offset = offset
        self.offsets = offset.repeat(copies)
        bias = nn.Parameter(torch.zeros(1))
        self.biases = bias.repeat(copies)
        self.all = [bias]

    def forward(self, x):
        return x * self.rows * self.scales + self.offsets + self.biases


def attack(image):
    delta = torch.zeros_like(image, requires_grad=True).to(device)  # finding: so `delta.grad` stays
    (image + delta).sum().backward()
    return delta.grad.sign()


def fit():
    weight = nn.Parameter(torch.randn(3)).cuda()  # finding: after `.cuda()` this is not a leaf, so
    return torch.optim.SGD([weight], lr=0.1)
