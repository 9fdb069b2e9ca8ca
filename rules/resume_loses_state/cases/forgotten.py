"""What trainers forget, and what they keep."""

import torch
from torch.amp import GradScaler


class Trainer:
    def __init__(self, net, settings):
        self.net = net
        self.optimizer = torch.optim.AdamW(net.parameters())
        self.schedule = torch.optim.lr_scheduler.CosineAnnealingLR(self.optimizer, 100)
        if settings["amp"]:
            self.scaler = GradScaler("cuda")

    def step(self, loss):
        self.optimizer.zero_grad()
        self.scaler.scale(loss).backward()
        self.scaler.step(self.optimizer)
        self.scaler.update()
        self.schedule.step()

    def save(self, path):
        kept = {
            "net": self.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),  # finding: without `self.scaler`, whose scale starts over
            "schedule": self.schedule.state_dict(),
        }
        torch.save(kept, path)

    def load(self, path):
        kept = torch.load(path)
        self.net.load_state_dict(kept["net"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.schedule.load_state_dict(kept["schedule"])
