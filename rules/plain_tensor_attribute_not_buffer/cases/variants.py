import torch
import torch.nn as nn
import torch.nn.functional as F


class Blur(nn.Module):
    def __init__(self):
        super().__init__()
        kernel = torch.ones(1, 1, 3, 3) / 9
        self.kernel = torch.ones(1, 1, 3, 3) / 9  # finding: `self.kernel` does not move with the model
        self.sum = kernel.sum()

    def forward(self, image):
        return F.conv2d(image, self.kernel, padding=1)


class Positions(nn.Module):
    def __init__(self, length, width):
        super().__init__()
        self.pe = torch.randn(1, length, width)  # finding: `self.pe` does not move
        self.token = torch.zeros(1, 1, width)  # finding: `self.token` does not move

    def forward(self, x):
        x = x + self.pe[:, : x.size(1)]
        scores = x @ x.transpose(1, 2)
        together = torch.cat([x, self.token.expand(x.size(0), -1, -1)], dim=1)
        return x + scores.sum() + together.sum()


class Noisy(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.noise = torch.randint(9, (width, width))  # finding: `self.noise` does not move
        self.floor = torch.asarray([0.1, 0.2])  # finding: `self.floor` does not move
        self.ceiling = torch.asarray([0.1, 0.2]).cpu()  # says where it is
        self.typed = torch.ones(width)

    def forward(self, x):
        x = torch.maximum(x, self.floor) + self.noise.swapaxes(0, 1).log1p()
        return torch.minimum(x, self.ceiling) + self.typed.type_as(x)
