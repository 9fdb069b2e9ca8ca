"""Optimizers and schedulers that are libraries of their own are ones, and what is around one is the same."""

import pytorch_optimizer
import pytorch_warmup
import torch_optimizer
from adamp import AdamP
from came_pytorch import CAME
from colossalai.booster import Booster
from colossalai.nn.optimizer import HybridAdam
from cosine_annealing_warmup import CosineAnnealingWarmupRestarts
from dadaptation import DAdaptAdam
from galore_torch import GaLoreAdamW
from schedulefree import AdamWScheduleFree
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR
from torch.utils.data import DataLoader
from warmup_scheduler import GradualWarmupScheduler

model = nn.Linear(8, 2)
reveal(AdamP(model.parameters()))  # optimizer, adamp.AdamP
reveal(CAME(model.parameters()))  # optimizer, came_pytorch.CAME
reveal(DAdaptAdam(model.parameters()))  # optimizer, dadaptation.DAdaptAdam
reveal(GaLoreAdamW([{"params": model.parameters(), "rank": 8}]))  # optimizer, galore_torch.GaLoreAdamW
reveal(HybridAdam(model.parameters()))  # optimizer, colossalai.nn.optimizer.HybridAdam
reveal(torch_optimizer.Lookahead(torch_optimizer.RAdam(model.parameters())))  # optimizer, torch_optimizer.RAdam
reveal(pytorch_optimizer.SAM(model.parameters(), torch_optimizer.RAdam))  # unknown
loader = DataLoader([], batch_size=4, shuffle=True)


def train_and_forget(net):
    optimizer = AdamWScheduleFree(net.parameters(), lr=1e-3)
    optimizer.train()
    for x, y in loader:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()  # finding: applies the gradients of all earlier steps again
    optimizer.eval()


def train(net):
    optimizer = AdamWScheduleFree(net.parameters(), lr=1e-3)
    for _ in range(3):
        net.train()
        optimizer.train()
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()


def train_with_warmup(net):
    optimizer = AdamP(net.parameters(), lr=1e-3)
    after = CosineAnnealingLR(optimizer, 10)
    scheduler = GradualWarmupScheduler(optimizer, multiplier=1, total_epoch=5, after_scheduler=after)
    reveal(scheduler)  # scheduler, warmup_scheduler.GradualWarmupScheduler
    dampened = pytorch_warmup.LinearWarmup(optimizer, 5)
    reveal(dampened)  # framework, pytorch_warmup.BaseWarmup
    for _ in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()
            with dampened.dampening():
                pass
        scheduler.step()
        print(scheduler.get_lr())


def train_at_one_rate(net):
    optimizer = AdamP(net.parameters(), lr=1e-3)
    scheduler = CosineAnnealingWarmupRestarts(optimizer, 100, warmup_steps=10)  # finding: `scheduler`
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
    print(scheduler.base_lrs)


def boost(net):
    booster = Booster()
    net, optimizer, criterion, batches, _ = booster.boost(net, HybridAdam(net.parameters()), dataloader=loader)
    reveal(net)  # module, torch.nn.Linear
    reveal(optimizer)  # optimizer, colossalai.nn.optimizer.HybridAdam
    reveal(criterion)  # unknown
    reveal(batches)  # loader, torch.utils.data.DataLoader
    for x, y in batches:
        booster.backward(nn.functional.cross_entropy(net(x), y), optimizer)
        optimizer.step()  # finding: applies the gradients of all earlier steps again


train_and_forget(model)
train(nn.Linear(8, 2))
train_with_warmup(nn.Linear(8, 2))
train_at_one_rate(nn.Linear(8, 2))
boost(nn.Linear(8, 2))
