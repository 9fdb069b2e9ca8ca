"""Two models, of which one limits its gradients where there are none of this step yet."""

from base import Base
from torch import nn


class Eager(Base):
    def training_step(self, batch, batch_idx):
        loss = nn.functional.mse_loss(self.net(batch), batch)
        self.limit_gradients()  # finding: clips before the framework calls `backward()`
        return loss


class InTime(Base):
    def training_step(self, batch, batch_idx):
        self.log("norm", self.gradient_norm())
        return nn.functional.mse_loss(self.net(batch), batch)

    def on_before_optimizer_step(self, optimizer):
        self.limit_gradients()
