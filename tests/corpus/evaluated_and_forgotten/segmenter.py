"""A trainer that validates after each epoch, and tests after all of them: gradients are recorded in both."""

import torch
from torch import nn


class Segmenter:
    def __init__(self, net, fit_batches, check_batches, test_batches):
        self.net = net
        self.fit_batches, self.check_batches, self.test_batches = fit_batches, check_batches, test_batches
        self.optimizer = torch.optim.Adam(self.net.parameters())
        self.criterion = nn.BCEWithLogitsLoss()

    def run(self):
        for _ in range(30):
            self.net.train(True)
            for scans, masks in self.fit_batches:
                loss = self.criterion(self.net(scans), masks)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.net.train(False)
            overlap = 0.0
            for scans, masks in self.check_batches:
                found = torch.sigmoid(self.net(scans)) > 0.5  # finding: `self.net` is evaluated with gradients enabled
                overlap += (found & (masks > 0.5)).float().mean().item()
            print(overlap)
        self.net.train(False)
        overlap = 0.0
        for scans, masks in self.test_batches:
            found = torch.sigmoid(self.net(scans)) > 0.5  # finding: `self.net` is evaluated with gradients enabled
            overlap += (found & (masks > 0.5)).float().mean().item()
        print(overlap)
