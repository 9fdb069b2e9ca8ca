"""Models that an object is given, is cast when it is kept, and whose parameters are filtered."""

import torch
from torch import nn


class Tuner:
    def __init__(self, policy, other):
        self.dtype = torch.bfloat16
        self.policy = policy.to(device="cuda", dtype=self.dtype)  # finding: keep them in float32
        self.reward = other.to(device="cuda", dtype=self.dtype)
        trained = list(filter(lambda p: p.requires_grad, self.policy.parameters()))
        self.optimizer = torch.optim.AdamW(trained, lr=5e-7)

    def step(self, x):
        with torch.no_grad():
            weight = self.reward(x)
        loss = -(self.policy(x) * weight).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


class ExactTuner:
    def __init__(self, policy):
        self.policy = policy.to(device="cuda", dtype=torch.float32)
        trained = list(filter(lambda p: p.requires_grad, self.policy.parameters()))
        self.optimizer = torch.optim.AdamW(trained, lr=5e-7)

    def step(self, x):
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = nn.functional.softplus(self.policy(x)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def main(policy, other, batches):
    tuner, exact = Tuner(policy, other), ExactTuner(policy)
    for x in batches:
        tuner.step(x)
        exact.step(x)
