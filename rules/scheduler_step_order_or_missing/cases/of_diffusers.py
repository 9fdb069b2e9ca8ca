"""Learning rate schedules of diffusers are PyTorch's LambdaLR; its noise schedulers have no learning rate."""

import torch
import torch.nn.functional as F
from diffusers import DDPMScheduler
from diffusers.optimization import get_scheduler


def stepped_first(net, loader):
    optimizer = torch.optim.AdamW(net.parameters())
    scheduler = get_scheduler("cosine", optimizer=optimizer, num_warmup_steps=10, num_training_steps=1000)
    for x in loader:
        optimizer.zero_grad()
        F.mse_loss(net(x), x).backward()
        scheduler.step()  # finding: call it after `optimizer.step()`
        optimizer.step()


def stepped_after(net, loader):
    optimizer = torch.optim.AdamW(net.parameters())
    scheduler = get_scheduler("cosine", optimizer=optimizer, num_warmup_steps=10, num_training_steps=1000)
    for x in loader:
        optimizer.zero_grad()
        F.mse_loss(net(x), x).backward()
        optimizer.step()
        scheduler.step()


def of_noise(net, loader):
    optimizer = torch.optim.AdamW(net.parameters())
    noises = DDPMScheduler(1000)
    for x, t in loader:
        optimizer.zero_grad()
        cleaner = noises.step(net(x), t, x).prev_sample
        F.mse_loss(cleaner, x).backward()
        optimizer.step()
