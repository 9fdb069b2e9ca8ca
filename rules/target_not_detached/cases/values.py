"""Targets and advantages with their graphs, next to those without, and to what only looks like one."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical


class Q(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        return self.layer(x)


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.pi = nn.Linear(8, 2)
        self.value = nn.Linear(8, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return F.softmax(self.pi(h), dim=-1), self.value(h)


class Agent:
    def __init__(self, gamma: float) -> None:
        self.gamma = gamma
        self.q_net = Q()
        self.target_net = Q()
        self.criterion = nn.SmoothL1Loss()
        self.optimizer = torch.optim.Adam(self.q_net.parameters())

    def learn(self, s, a, r, s2, done):
        q = self.q_net(s).gather(1, a)
        best = self.q_net(s2).max(1)[0].unsqueeze(1)
        target = r + self.gamma * best * (1 - done)
        self.step(self.criterion(q, target))  # finding: also flow into `self.q_net(s2)`

    def learn_squares(self, s, a, r, s2, done):
        error = self.q_net(s).gather(1, a) - (r + self.gamma**3 * self.q_net(s2).max(1)[0])  # finding: gradients of the
        self.step((error**2).mean())

    def learn_detached(self, s, a, r, s2, done):
        q = self.q_net(s).gather(1, a)
        target = r + self.gamma * self.q_net(s2).max(1)[0].detach() * (1 - done)
        self.step(self.criterion(q, target))

    def learn_without(self, s, a, r, s2, done):
        q = self.q_net(s).gather(1, a)
        with torch.no_grad():
            target = r + self.gamma * self.q_net(s2).max(1)[0] * (1 - done)
        self.step(F.mse_loss(q, target))

    def learn_detached_late(self, s, a, r, s2, done):
        q = self.q_net(s).gather(1, a)
        target = r + self.gamma * self.q_net(s2).max(1)[0] * (1 - done)
        self.step(F.mse_loss(q, target.detach()))

    def learn_from_a_copy(self, s, a, r, s2, done):
        q = self.q_net(s).gather(1, a)  # nothing trains the other network: its gradients are not applied
        target = r + self.gamma * self.target_net(s2).max(1)[0] * (1 - done)
        self.step(self.criterion(q, target))

    def learn_entry_by_entry(self, s, a, r, s2, done):
        q = self.q_net(s)
        target = q.clone()
        for row in range(len(done)):
            estimate = r[row]
            if not done[row]:
                estimate = r[row] + self.gamma * torch.max(self.q_net(s2[row]))  # finding: also flow into `self.q_net
            target[row][a[row].item()] = estimate
        self.step(self.criterion(target, q))

    def learn_entry_by_entry_detached(self, s, a, r, s2, done):
        q = self.q_net(s)
        target = q.clone()
        for row in range(len(done)):
            estimate = r[row]
            if not done[row]:
                estimate = r[row] + self.gamma * torch.max(self.q_net(s2[row]).detach())
            target[row][a[row].item()] = estimate
        self.step(self.criterion(target, q))

    def step(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


model = ActorCritic()
optimizer = torch.optim.Adam(model.parameters())


def update(states, actions, returns):
    probs, values = model(states)
    advantage = returns - values.squeeze(-1)
    actor = -(Categorical(probs).log_prob(actions) * advantage).mean()  # finding: into `model(states)` through
    step(actor + advantage.pow(2).mean())


def update_by_ratio(states, actions, returns, before):
    probs, values = model(states)
    advantage = returns - values
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    ratio = torch.exp(Categorical(probs).log_prob(actions) - before)
    surrogate = ratio * advantage  # finding: through `advantage`
    clipped = ratio.clamp(0.8, 1.2) * advantage
    step(-torch.min(surrogate, clipped).mean())


def update_detached(states, actions, returns):
    probs, values = model(states)
    advantage = returns - values.squeeze(-1)
    actor = -(Categorical(probs).log_prob(actions) * advantage.detach()).mean()
    step(actor + advantage.pow(2).mean())


def entropy(states, actions, alpha, q_values):
    probs, _ = model(states)
    log_prob = Categorical(probs).log_prob(actions)
    step((alpha * log_prob - q_values).mean())


def one_step(state, action, reward, next_state, done):
    probs, value = model(state)
    error = reward + 0.99 * model(next_state)[1] * (1 - done) - value  # finding: `model(next_state)`
    actor = -Categorical(probs).log_prob(action) * error.detach()
    step((actor + error.pow(2)).mean())


def refined(x, y, gamma):
    """A residual that is scaled, and no reward: both calls are of one prediction."""
    coarse, fine = model(x)
    step(F.mse_loss(coarse + gamma * fine, y))


def agreement(x, noise):
    step(F.mse_loss(model(x)[1], model(x + noise)[1]))


def step(loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
