"""A module with training_step and validation_step, and a home-made trainer with callbacks and a log, that runs them."""

from collections import defaultdict

import torch
from torch import nn
from torch.nn import functional as F


class LitModel(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, width, bias=False), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(0.2), nn.Linear(width, 3))
        self.training_outputs = []
        self.validation_outputs = []
        self.test_outputs = []

    def forward(self, x):
        return self.net(x)  # refuted(output_structure): no bare tuple

    def training_step(self, batch, batch_idx):
        x, y = batch
        logits = self(x)  # refuted(eval_mode): part of training # refuted(held_activations): part of training
        loss = F.cross_entropy(logits, y)
        self.training_outputs.append({"loss": loss, "batch": batch_idx})  # confirmed by list-accumulates-graph: nodes only
        return loss

    def validation_step(self, batch, batch_idx):
        x, y = batch
        logits = self(x)  # refuted(eval_mode): in eval mode # refuted(held_activations): gradients are off
        self.validation_outputs.append(F.cross_entropy(logits, y))  # refuted(retained_graph): no graph
        return (logits.argmax(1) == y).float().mean()

    def test_step(self, batch, batch_idx):
        x, y = batch
        logits = self(x)  # confirmed(held_activations) # confirmed(eval_mode): 1 dropout and 1 batch norm
        self.test_outputs.append(F.cross_entropy(logits, y))  # confirmed(retained_graph): activations

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=1e-2)


class AverageMeter:
    def __init__(self):
        self.sum, self.count = 0.0, 0

    def update(self, value, n=1):
        self.sum += value.detach() * n  # refuted(retained_graph): no graph
        self.count += n

    @property
    def average(self):
        return self.sum / max(self.count, 1)


class LossHistory:
    """Keeps what it is given, as it is given."""

    def __init__(self):
        self.values = []

    def on_batch_end(self, trainer, loss):
        self.values.append(loss)  # confirmed by list-accumulates-graph: nodes only


class BestLoss:
    def __init__(self):
        self.best = None

    def on_batch_end(self, trainer, loss):
        if self.best is None or loss < self.best:
            self.best = loss.detach().clone()  # refuted(retained_graph): no graph


class Trainer:
    def __init__(self, max_epochs, callbacks=()):
        self.max_epochs, self.callbacks = max_epochs, callbacks
        self.logged = defaultdict(list)

    def fit(self, module, train_batches, val_batches):
        optimizer = module.configure_optimizers()
        for epoch in range(self.max_epochs):
            module.train()
            meter, epoch_loss = AverageMeter(), 0.0
            for batch_idx, batch in enumerate(train_batches):
                optimizer.zero_grad()
                loss = module.training_step(batch, batch_idx)
                loss.backward()
                optimizer.step()  # refuted(stale_gradients)
                meter.update(loss, len(batch[0]))
                epoch_loss += loss  # confirmed by loss-accumulates-graph: nodes only
                for callback in self.callbacks:
                    callback.on_batch_end(self, loss)
            accuracy = self.validate(module, val_batches)
            self.logged["train"].append(meter.average.item())
            self.logged["epoch"].append(epoch_loss.item())  # refuted(retained_graph)
            print(f"epoch {epoch}: train {self.logged['train'][-1]:.4f} accuracy {accuracy.item():.4f}")

    @torch.no_grad()
    def validate(self, module, batches):
        module.eval()
        total = 0.0
        for batch_idx, batch in enumerate(batches):
            total += module.validation_step(batch, batch_idx)  # refuted(retained_graph): no graph
        return total / len(batches)

    def test(self, module, batches):
        module.train()
        for batch_idx, batch in enumerate(batches):
            module.test_step(batch, batch_idx)
        return torch.stack(module.test_outputs).mean()


def make_batches(n, size=16):
    centers = 2 * torch.randn(3, 8)
    labels = torch.randint(0, 3, (n, size))
    return list(zip(centers[labels] + torch.randn(n, size, 8), labels))


if __name__ == "__main__":
    torch.manual_seed(10)
    data = make_batches(16)
    module, history, best = LitModel(), LossHistory(), BestLoss()
    trainer = Trainer(max_epochs=3, callbacks=[history, best])
    trainer.fit(module, data[:10], data[10:])
    print("test", trainer.test(module, data[10:]).item())
    print("best", best.best.item(), "last", history.values[-1].item(), len(module.training_outputs))
    print("validation", torch.stack(module.validation_outputs).mean().item())
