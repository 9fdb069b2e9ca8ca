"""Makes the trainer."""

from torch import nn
from trainer import Trainer


class Runner:
    def __init__(self, settings, batches):
        self.trainer = Trainer(nn.Linear(4, 4), batches, settings)

    def run(self):
        return self.trainer.fit()
