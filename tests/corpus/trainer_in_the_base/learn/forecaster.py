"""Overrides what the base calls: validate runs under no_grad there, test is called by nobody who turns them off."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from .networks import Network
from .trainer import Trainer


class Forecaster(Trainer):
    def _build_model(self):
        return Network(self.settings.width)

    def _loader(self, split):
        return DataLoader(TensorDataset(torch.randn(32, 8), torch.randn(32, 1)), batch_size=8)

    def step(self, batch):
        x, y = (part.to(self.settings.device) for part in batch)
        return nn.functional.mse_loss(self.model(x), y)

    def validate(self, loader):
        total = []
        for x, y in loader:
            outputs = self.model(x.to(self.settings.device)).cpu()
            total.append(nn.functional.mse_loss(outputs, y))
        return np.average([float(one) for one in total])

    def test(self):
        preds, trues = [], []
        self.model.eval()
        for x, y in self._loader("test"):
            outputs = self.model(x.to(self.settings.device))  # finding: `self.model` is evaluated with gradients enabled
            preds.append(outputs.detach().cpu().numpy())
            trues.append(y.numpy())
        return np.concatenate(preds), np.concatenate(trues)
