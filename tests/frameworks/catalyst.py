"""Catalyst calls `handle_batch` for training and, with gradients off, for validation."""

from catalyst import dl
from torch import nn
from torch.nn import functional as F


class CustomRunner(dl.Runner):
    def handle_batch(self, batch):
        x, y = batch
        logits = self.model(x)
        reveal(self.model)  # module
        reveal(logits)  # output, maybe grad
        self.batch_metrics = {"loss": F.cross_entropy(logits, y)}
        if self.is_train_loader:
            self.engine.backward(self.batch_metrics["loss"])
            self.optimizer.step()
            self.optimizer.zero_grad()

    def predict_batch(self, batch):
        return self.model(batch[0])


runner = CustomRunner()
runner.train(model=nn.Linear(8, 2), loaders={}, num_epochs=1)
plain = dl.SupervisedRunner()
reveal(plain)  # framework, catalyst.SupervisedRunner
