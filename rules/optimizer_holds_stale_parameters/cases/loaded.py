import torch
from torch import nn


class Temperature(nn.Module):
    def __init__(self):
        super().__init__()
        self.log = nn.Parameter(torch.zeros(()))

    def forward(self):
        return self.log.exp()


class Agent:
    def __init__(self):
        self.policy = nn.Linear(4, 2)
        self.temperature = Temperature()
        self.log_scale = torch.zeros(1, requires_grad=True)
        self.policy_optimizer = torch.optim.Adam(self.policy.parameters())
        self.temperature_optimizer = torch.optim.Adam(self.temperature.parameters(), lr=1e-3)
        self.scale_optimizer = torch.optim.Adam([self.log_scale])
        self.seen = 0

    def update(self, x):
        loss = (self.policy(x) * self.temperature() * self.log_scale.exp()).mean()
        for optimizer in (self.policy_optimizer, self.temperature_optimizer, self.scale_optimizer):
            optimizer.zero_grad()
        loss.backward()
        self.policy_optimizer.step()
        self.temperature_optimizer.step()
        self.scale_optimizer.step()
        self.seen += 1

    def load_state_dict(self, state):
        self.policy.load_state_dict(state["policy"])
        self.policy_optimizer.load_state_dict(state["policy_optimizer"])
        self.temperature = state["temperature"]  # finding: `self.temperature` is new
        self.temperature_optimizer.load_state_dict(state["temperature_optimizer"])
        self.log_scale.data.copy_(state["log_scale"])
        self.scale_optimizer.load_state_dict(state["scale_optimizer"])
        self.seen = state["seen"]

    def made_again(self, state):
        self.log_scale = state["log_scale"].requires_grad_()
        self.scale_optimizer = torch.optim.Adam([self.log_scale])
        self.scale_optimizer.load_state_dict(state["scale_optimizer"])

    def for_acting(self, path):
        self.policy = torch.load(path, weights_only=False)

    def resume(self, path):
        state = torch.load(path, weights_only=False)
        self.log_scale = state["log_scale"].to("cpu")  # finding: still updates the old parameters
        self.scale_optimizer.load_state_dict(state["scale_optimizer"])
