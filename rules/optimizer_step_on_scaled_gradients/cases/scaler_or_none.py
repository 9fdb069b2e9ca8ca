"""A scaler that only some runs have, and one step for all of them."""

import torch
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, amp):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.scaler = torch.amp.GradScaler("cuda") if amp else None

    def train(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            if self.scaler is not None:
                with torch.autocast("cuda"):
                    loss = F.cross_entropy(self.model(x), y)
                self.scaler.scale(loss).backward()
            else:
                loss = F.cross_entropy(self.model(x), y)
                loss.backward()
            self.optimizer.step()  # finding: applies gradients that are still scaled

    def train_in_windows(self, loader, every):
        for number, (x, y) in enumerate(loader):
            loss = F.cross_entropy(self.model(x), y) / every
            if self.scaler is None:
                loss.backward()
            else:
                self.scaler.scale(loss).backward()
            if (number + 1) % every == 0:
                self.optimizer.step()  # finding: applies gradients that are still scaled
                self.optimizer.zero_grad()

    def train_either(self, loader, every):
        for number, (x, y) in enumerate(loader):
            loss = F.cross_entropy(self.model(x), y) / every
            if self.scaler is None:
                loss.backward()
            else:
                self.scaler.scale(loss).backward()
            if (number + 1) % every == 0:
                if self.scaler is None:
                    self.optimizer.step()
                else:
                    self.scaler.step(self.optimizer)
                    self.scaler.update()
                self.optimizer.zero_grad()

    def train_after_unscaling(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = F.cross_entropy(self.model(x), y)
            if self.scaler is None:
                loss.backward()
            else:
                self.scaler.scale(loss).backward()
                self.scaler.unscale_(self.optimizer)
            self.optimizer.step()
