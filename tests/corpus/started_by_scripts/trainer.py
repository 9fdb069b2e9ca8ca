"""The trainer, which only a runner in another file makes."""

from typing import Generic, TypeVar

import torch
from schedules import make_schedule
from torch import nn

Model = TypeVar("Model", bound=nn.Module)


class Trainer(Generic[Model]):
    def __init__(self, model: Model, batches, settings):
        self.model, self.batches = model, batches
        self.optimizer = torch.optim.Adam(model.parameters())
        self.lr_scheduler = make_schedule(settings.name, self.optimizer, 100)  # finding: is never stepped
        self.done = 0

    def state(self):
        return {"optimizer": self.optimizer.state_dict(), "lr_scheduler": self.lr_scheduler.state_dict()}

    def fit(self) -> Model:
        while self.done < 100:
            self._step(next(self.batches))
            self.done += 1
        return self.model

    def _step(self, batch):
        self.model.train()
        loss = nn.functional.mse_loss(self.model(batch), batch)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  # finding: clips gradients that `step()` has already
