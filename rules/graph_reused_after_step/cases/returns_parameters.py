"""A model that returns its parameter: what comes of it may need the number, or only what a function gave for it."""

import torch
from torch import nn


class Temperature(nn.Module):
    def __init__(self):
        super().__init__()
        self.log = nn.Parameter(torch.zeros(()))

    def forward(self):
        return self.log


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.gain = nn.Linear(4, 4)

    def forward(self, x):
        return self.gain(self.fc(x))


policy, temperature = nn.Linear(4, 4), Temperature()
policy_optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
temperature_optimizer = torch.optim.SGD(temperature.parameters(), lr=0.1)
for x in [torch.randn(4, 4)] * 3:
    entropy = policy(x).mean()
    tuned = -(temperature() * entropy.detach())
    loss = temperature().exp() * entropy
    temperature_optimizer.zero_grad()
    tuned.backward()
    temperature_optimizer.step()
    policy_optimizer.zero_grad()
    loss.backward()  # suspected: may raise, as `temperature_optimizer.step()` has changed parameters that its graph
    policy_optimizer.step()


def with_weights_between(scaled: Scaled, x):
    optimizer = torch.optim.SGD(scaled.parameters(), lr=0.1)
    for _ in range(3):
        made = scaled(x)
        made.mean().backward(retain_graph=True)
        optimizer.step()
        made.sum().backward()  # finding: raises, as `optimizer.step()` has changed parameters that its graph needs


try:
    with_weights_between(Scaled(), torch.randn(4, 4, requires_grad=True))
except RuntimeError as error:
    print(error)
