import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Innocent(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.a = nn.Parameter(torch.ones(width).to(device) * 0.1)
        self.b = nn.Parameter(torch.ones(width, device=device)).requires_grad_(False)
        self.c = nn.Parameter(torch.ones(width)).data.to(device)
        self.d = nn.Parameter(torch.ones(width)).detach().clone()
        self.e = nn.Parameter(torch.ones(width)).cpu()
        self.f = nn.Parameter(torch.ones(width)).to(torch.float32)
        self.g = nn.Parameter(torch.empty(width)).normal_(0, 0.02)
        self.shape = nn.Parameter(torch.ones(width)).view(1, -1).shape
        self.registering = nn.ParameterList()
        self.registering.append(nn.Parameter(torch.ones(width)).to(device))
        self.wrapped = nn.Parameter(nn.Parameter(torch.ones(width)).to(device))
        first = nn.Parameter(torch.ones(width)) * 2
        self.size = float(first.sum())

    def forward(self, x):
        noise = torch.zeros(3, requires_grad=True).to(x.device)
        return x * self.a + noise


class Plain:
    """No module, and so nothing that registers parameters."""

    def __init__(self):
        self.start = nn.Parameter(torch.ones(3)).to(device)


def sensitivity(model, image):
    image = torch.ones(3, requires_grad=True)
    scaled = image * 2
    model(scaled).sum().backward()
    return image.grad


def retained():
    x = torch.ones(3, requires_grad=True).to(device)
    x.retain_grad()
    x.sum().backward()
    return x.grad


def again():
    x = torch.ones(3, requires_grad=True) * 2
    x = x.detach().requires_grad_()
    x.sum().backward()
    return x.grad
