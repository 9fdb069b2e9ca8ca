"""A tensor, and not a device, says where another one goes to; functions that other files call."""

import torch
from torch import nn


class Padding(nn.Module):
    def forward(self, x, dtype):
        front = torch.zeros(x.shape[0], 1).to(x)  # finding: pass `device=x.device` to it
        back = torch.arange(x.shape[0]).type_as(x)  # finding: pass `device=x.device` to it
        kept = torch.ones(3).to(dtype)
        made = torch.zeros(x.shape[0], 1, device=x.device).type_as(x)
        if not hasattr(self, "colours"):
            self.register_buffer("colours", torch.rand(3).to(x))
        noise = torch.randn(x.shape[0], 1)
        if torch.cuda.is_available():
            noise = noise.cuda()  # finding: `torch.randn(x.shape[0], 1)` is created on the CPU and copied each time
        return torch.cat([front, x, made, noise, back[:, None]], 1) * kept.sum()


def mask_of(lengths, longest):
    return torch.arange(longest).to(lengths.device) < lengths[:, None]  # suspected: is created on the CPU and copied


def corners(boxes, size):
    device = boxes.device
    ones = torch.ones(len(boxes), size).to(device)  # suspected: is created on the CPU and copied each time
    return boxes @ ones


def init_state(weights):
    return torch.zeros(len(weights)).to(weights.device)


def empty_image(model, size):
    return torch.zeros(1, 3, size, size).to(model.device)


class Averages:
    def __init__(self, names):
        self.states = {name: {} for name in names}

    def step(self, gradients):
        for name, gradient in gradients.items():
            state = self.states[name]
            if "step" not in state:
                state["step"] = 0
            if len(state) == 0:
                state["average"] = torch.zeros(gradient.shape[0]).to(gradient)
            if "square" not in state:
                state["square"] = torch.zeros(gradient.shape[0]).to(gradient)
            state["average"] += gradient
