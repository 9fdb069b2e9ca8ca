"""Backwards under a condition that each rank decides by itself."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Trainer:
    def __init__(self, rank, loader):
        dist.init_process_group("nccl")
        self.net = DDP(nn.Linear(4, 1).to(rank), device_ids=[rank])
        self.loader = loader
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def loss_of(self, x, y):
        kept = y > 0
        if not kept.any():
            return None
        return nn.functional.mse_loss(self.net(x[kept]), y[kept])

    def loss_after(self, first, number, x, y):
        if number < first or self.loader is None:
            return None
        return nn.functional.mse_loss(self.net(x), y)

    def always(self, x, y):
        return nn.functional.mse_loss(self.net(x), y)

    def step(self, x, y):
        loss = self.loss_of(x, y)
        if loss is not None:  # finding: may differ between ranks, so they fall out of step or hang in `backward`
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def step_of_all(self, x, y):
        loss = self.always(x, y)
        if loss is not None:
            loss.backward()
            self.optimizer.step()

    def train_what_has_a_loss(self):
        for x, y in self.loader:
            loss = self.loss_of(x, y)
            if loss is None:  # finding: `loss is None` may hold on one rank only
                continue
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def train_after_some(self, first):
        for number, (x, y) in enumerate(self.loader):
            loss = self.loss_after(first, number, x, y)
            if loss is None:
                continue
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def train_what_always_has_a_loss(self):
        for x, y in self.loader:
            loss = self.always(x, y)
            if loss is None:
                continue
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def train(self):
        for x, y in self.loader:
            loss = nn.functional.mse_loss(self.net(x), y)
            self.optimizer.zero_grad()
            if torch.isfinite(loss):  # finding: may differ between ranks
                loss.backward()
                self.optimizer.step()

    def train_in_windows(self, every):
        for number, (x, y) in enumerate(self.loader):
            loss = nn.functional.mse_loss(self.net(x), y) / every
            if not torch.isnan(loss):  # finding: may differ between ranks
                if (number + 1) % every == 0:
                    loss.backward()
                    self.optimizer.step()
                    self.optimizer.zero_grad()
                else:
                    with self.net.no_sync():
                        loss.backward()

    def train_in_windows_of_all(self, every, sync_flags):
        for number, (x, y) in enumerate(self.loader):
            loss = nn.functional.mse_loss(self.net(x), y) / every
            fine = sync_flags(torch.isfinite(loss))
            if fine and not torch.isnan(loss):
                if (number + 1) % every == 0:
                    loss.backward()
                    self.optimizer.step()
                    self.optimizer.zero_grad()
                else:
                    with self.net.no_sync():
                        loss.backward()

    def train_with_a_zero(self):
        for x, y in self.loader:
            loss = nn.functional.mse_loss(self.net(x), y)
            self.optimizer.zero_grad()
            if torch.isfinite(loss):
                loss.backward()
            else:
                (0 * self.net(x).sum()).backward()
            self.optimizer.step()

    def train_together(self):
        for x, y in self.loader:
            loss = nn.functional.mse_loss(self.net(x), y)
            fine = torch.isfinite(loss).float()
            dist.all_reduce(fine, dist.ReduceOp.MIN)
            if fine.item() == 1 and torch.isfinite(loss):
                loss.backward()
                self.optimizer.step()

    def train_at_times(self, every):
        for number, (x, y) in enumerate(self.loader):
            loss = nn.functional.mse_loss(self.net(x), y)
            if number % every == 0:
                loss.backward()
                self.optimizer.step()


def main(rank, loader):
    trainer = Trainer(rank, loader)
    trainer.train()
    trainer.train_with_a_zero()
    trainer.train_together()
    trainer.train_in_windows(4)
    trainer.train_in_windows_of_all(4, lambda fine: fine)
    trainer.train_at_times(2)
    for x, y in loader:
        trainer.step(x, y)
        trainer.step_of_all(x, y)
