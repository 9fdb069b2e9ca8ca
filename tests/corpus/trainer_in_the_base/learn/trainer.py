"""The base class decides in which mode, and whether with gradients, the methods of others run."""

import torch


class Trainer:
    def __init__(self, settings):
        self.settings = settings
        self.model = self._build_model().to(settings.device)

    def _build_model(self):
        raise NotImplementedError

    def _loader(self, split):
        pass

    def fit(self):
        optimizer = torch.optim.Adam(self.model.parameters(), lr=self.settings.lr)
        for epoch in range(self.settings.epochs):
            self.model.train()
            for batch in self._loader("train"):
                optimizer.zero_grad()
                loss = self.step(batch)
                loss.backward()
                optimizer.step()
            self.model.eval()
            with torch.no_grad():
                print(epoch, self.validate(self._loader("valid")))

    def step(self, batch):
        raise NotImplementedError

    def validate(self, loader):
        raise NotImplementedError
