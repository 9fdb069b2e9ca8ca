"""Two processes train one model together: `torchrun --nproc-per-node 2 ddp.py`."""

import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


def setup():
    dist.init_process_group("gloo")
    return dist.get_rank(), dist.get_world_size()


def make_dataset(n, seed):
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(n, 12, generator=generator)
    y = (x[:, :4].sum(dim=1) > x[:, 4:8].sum(dim=1)).long()
    return TensorDataset(x, y)


def build_model():
    return nn.Sequential(
        nn.Linear(12, 32, bias=False), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 2)
    )


def reduce_mean(tensor, world_size):
    rt = tensor.clone()
    dist.all_reduce(rt, op=dist.ReduceOp.SUM)
    return rt / world_size


class Trainer:
    def __init__(self, model, loader, sampler, optimizer, world_size):
        self.model = model
        self.loader = loader
        self.sampler = sampler
        self.optimizer = optimizer
        self.world_size = world_size
        self.criterion = nn.CrossEntropyLoss()
        self.epoch_loss = 0.0
        self.reduced_loss = 0.0

    def train_epoch(self, epoch):
        self.sampler.set_epoch(epoch)
        self.model.train()
        self.epoch_loss, self.reduced_loss = 0.0, 0.0
        for step, (x, y) in enumerate(self.loader):
            output = self.model(x)  # refuted(eval_mode): part of training # refuted(held_activations): part of training
            loss = self.criterion(output, y)
            loss.backward()
            self.optimizer.step()  # refuted(stale_gradients)
            self.optimizer.zero_grad()
            self.epoch_loss += loss  # confirmed by loss-accumulates-graph: nodes only
            self.reduced_loss += reduce_mean(loss.detach(), self.world_size)  # refuted(retained_graph): no graph
        return self.epoch_loss / len(self.loader), self.reduced_loss / len(self.loader)


def validate(model, loader):
    correct, confidences = torch.zeros(2), []
    for x, y in loader:
        logits = model(x)  # confirmed by missing-eval-mode # confirmed by eval-without-no-grad
        confidences.append(logits.softmax(dim=1).max(dim=1).values)  # confirmed by list-accumulates-graph: activations
        correct += torch.tensor([(logits.argmax(1) == y).sum(), len(y)])  # refuted(retained_graph): no graph
    dist.all_reduce(correct)
    return (correct[0] / correct[1]).item(), torch.cat(confidences).mean().item()


@torch.no_grad()
def test(model, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        logits = model(x)  # refuted(eval_mode): in eval mode # refuted(held_activations): gradients are off
        total += nn.functional.cross_entropy(logits, y)  # refuted(retained_graph): no graph
    return (total / len(loader)).item()


def main():
    rank, world_size = setup()
    torch.manual_seed(rank)
    dataset = make_dataset(192, seed=0)
    sampler = DistributedSampler(dataset, num_replicas=world_size, rank=rank, shuffle=True)
    train_loader = DataLoader(dataset, batch_size=16, sampler=sampler)
    val_loader = DataLoader(make_dataset(64, seed=1), batch_size=16)

    model = DDP(build_model())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    trainer = Trainer(model, train_loader, sampler, optimizer, world_size)
    for epoch in range(2):
        local, reduced = trainer.train_epoch(epoch)
        accuracy, confidence = validate(model, val_loader)
        if rank == 0:
            print(f"epoch {epoch}: local {local.item():.4f} reduced {reduced.item():.4f} accuracy {accuracy:.3f}")
            print(f"confidence {confidence:.4f} in {os.environ['WORLD_SIZE']} processes")
    loss = test(model.module, val_loader)
    if rank == 0:
        print(f"test loss {loss:.4f}")
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
