"""What compares images: lpips has weights and is in eval mode, the others are functions of what they are given."""

import kornia
import lpips
import piq
import torch
from pytorch_msssim import SSIM, ms_ssim
from torch import nn

perceptual = lpips.LPIPS(net="vgg")
reveal(perceptual)  # module
ssim, tv = SSIM(data_range=1.0), piq.TVLoss()
reveal(ssim)  # framework, piq.Loss
reveal(kornia.losses.SSIMLoss(11))  # framework, piq.Loss
net = nn.Conv2d(3, 3, 1)
optimizer = torch.optim.Adam(net.parameters())


def train(loader):
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        made = net(x)
        loss = 1 - ssim(made, y) + tv(made) + perceptual(made, y).mean() + kornia.losses.psnr_loss(made, y, 1.0)
        reveal(ssim(made, y))  # output, grad
        reveal(ms_ssim(made.detach(), y))  # output, no grad
        loss.backward()
        optimizer.step()
        total += loss  # finding: `total` keeps the graph of every `loss`
    return total.item()


def measure(loader):
    net.eval()
    for x, y in loader:
        with torch.no_grad():
            made = net(x)
        print(perceptual(made, y).argmax(1))  # finding: `perceptual` is evaluated with gradients enabled
        print(ssim(made, y).item())


loader = torch.utils.data.DataLoader([])
train(loader)
measure(loader)
