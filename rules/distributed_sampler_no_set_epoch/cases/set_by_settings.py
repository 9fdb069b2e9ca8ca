"""Settings decide which samplers get their epoch, so only a run shows which trainings keep one order."""

import torch
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

SETTINGS = {
    "pretraining": {"reshuffles": True, "epochs": 3},
    "finetuning": {"reshuffles": False, "epochs": 2},
}


def step(model, optimizer, rows, wanted):
    loss = nn.functional.mse_loss(model(rows), wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def pretrain(dataset, model, optimizer, reshuffles, epochs):
    sampler = DistributedSampler(dataset, num_replicas=2, rank=0)  # suspected: shuffles in the same order  # refuted
    loader = DataLoader(dataset, batch_size=8, sampler=sampler)
    for epoch in range(epochs):
        if reshuffles:
            sampler.set_epoch(epoch)
        for rows, wanted in loader:
            loss = step(model, optimizer, rows, wanted)
    return loss


def finetune(dataset, model, optimizer, reshuffles, epochs):
    order = DistributedSampler(dataset, num_replicas=2, rank=1)  # suspected: `order` shuffles in the same order
    loader = DataLoader(dataset, batch_size=4, sampler=order)
    for epoch in range(epochs):
        if reshuffles:
            order.set_epoch(epoch)
        for rows, wanted in loader:
            loss = step(model, optimizer, rows, wanted)
    return loss


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 3)
    dataset = TensorDataset(x, x @ torch.tensor([[1.0], [-2.0], [0.5]]))
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for stage, run in (("pretraining", pretrain), ("finetuning", finetune)):
        print(f"{stage}: {run(dataset, model, optimizer, **SETTINGS[stage]):.4f}")


if __name__ == "__main__":
    main()
