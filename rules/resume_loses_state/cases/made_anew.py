"""Makes another optimizer where it goes on, beside a method that would restore one and that nothing calls."""

import torch
from setting_up import load_weights
from torch import nn


def step_of(path):
    return int(path[-9:-3])


class Loop:
    def __init__(self, net, data, path, steps):
        self.net, self.data, self.steps, self.step, self.resume_step = net, data, steps, 0, 0
        if path:
            self.resume_step = step_of(path)
            load_weights(net, path)
        self.opt = torch.optim.AdamW(net.parameters(), lr=1e-4)
        if self.resume_step:
            # self.restore_optimizer(path)
            rate = 1e-4 * (1 - self.resume_step / steps)
            self.opt = torch.optim.AdamW(net.parameters(), lr=rate)  # suspected: begins without the moments

    def restore_optimizer(self, path):
        self.opt.load_state_dict(torch.load(path))

    def run(self):
        while self.step + self.resume_step < self.steps:
            x, y = next(self.data)
            self.opt.zero_grad()
            nn.functional.mse_loss(self.net(x), y).backward()
            self.opt.step()
            self.step += 1
        torch.save(self.net.state_dict(), f"net{self.step + self.resume_step:06d}.pt")
