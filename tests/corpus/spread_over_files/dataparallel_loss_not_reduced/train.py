"""A trainer that differentiates one loss per GPU, and one that takes their mean."""

import torch
from base import Base
from model import Net


class Trainer(Base):
    def fit(self, loader):
        for batch in loader:
            loss = self.compute(batch)
            self.optimizer.zero_grad()
            loss.backward()  # finding: fails with several GPUs: `DataParallel` returns one loss per
            self.optimizer.step()

    def fit_fine(self, loader):
        for batch in loader:
            loss = self.compute_mean(batch)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


Trainer(Net()).fit([])
Trainer(Net()).fit_fine([])
