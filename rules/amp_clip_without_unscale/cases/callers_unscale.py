"""The caller unscales the gradients, and another method clips them."""

import torch
from torch import nn
from torch.cuda.amp import GradScaler


class Trainer:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.scaler = GradScaler()

    def backward(self, loss):
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.optimizer)

    def update(self):
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.scaler.step(self.optimizer)
        self.scaler.update()
