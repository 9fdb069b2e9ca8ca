"""The trainer that all jobs derive from."""

import torch


class Engine:
    def __init__(self, model, loader):
        self.model, self.loader = model, loader
        self.optimizer = torch.optim.Adam(model.parameters())

    def compute_loss(self, batch):
        raise NotImplementedError

    def after_step(self, loss):
        pass

    def train(self, epochs):
        for _ in range(epochs):
            self.train_epoch()

    def train_epoch(self):
        self.model.train()
        for batch in self.loader:
            self.optimizer.zero_grad()
            loss = self.compute_loss(batch)
            loss.backward()
            self.optimizer.step()
            self.after_step(loss)
