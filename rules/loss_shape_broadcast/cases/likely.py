import torch
import torch.nn.functional as F
from torch import nn


class Scores(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, x):
        return self.layers(x)


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor, self.critic = nn.Linear(4, 2), nn.Linear(4, 1)

    def forward(self, x):
        return self.actor(x), self.critic(x)


class Learner:
    def __init__(self):
        self.net = Scores()
        self.target = Scores()

    def learn(self, states, actions, rewards, following, done):
        chosen = self.net(states).gather(1, actions.unsqueeze(1))
        with torch.no_grad():
            best = self.target(following).max(1)[0]
        wanted = rewards + 0.99 * best * (1 - done)
        loss = F.mse_loss(chosen, wanted)  # suspected: `chosen` (N, 1) and `wanted` (N,) broadcast to (N, N), all
        loss = loss + F.smooth_l1_loss(chosen, self.target(following).detach().amax(1))  # suspected: `chosen` (N, 1)
        loss = loss + F.mse_loss(chosen.squeeze(1), wanted) + F.mse_loss(chosen, wanted.unsqueeze(1))
        column = rewards.unsqueeze(1) + 0.99 * best.unsqueeze(1)
        kept = self.target(following).max(1, keepdim=True)[0]
        return loss + F.mse_loss(chosen, column) + F.mse_loss(chosen, kept) + F.mse_loss(chosen, rewards)


def of_returns(states, rewards):
    model = ActorCritic()
    returns, total = [], 0
    for reward in reversed(rewards):
        total = reward + 0.99 * total
        returns.insert(0, total)
    returns = torch.tensor(returns)
    _, values = model(states)
    return F.mse_loss(values, returns)  # suspected: `values` (N, 1) and `returns` (N,) broadcast to (N, N), all


def of_numbers(states, numbers):
    model = ActorCritic()
    wanted = torch.FloatTensor([float(number) for number in numbers])
    _, values = model(states)
    advantages = wanted - values  # suspected: `values` (N, 1) and `wanted` (N,) broadcast to (N, N), all outputs by
    return advantages.pow(2).mean() + (wanted - values.squeeze(1)).pow(2).mean()


def of_rows(states, rows):
    model = ActorCritic()
    wanted = torch.tensor([[float(one)] for one in rows])
    collected = []
    for row in rows:
        collected.append([row])
    _, values = model(states)
    return F.mse_loss(values, wanted) + F.mse_loss(values, torch.tensor(collected))


def of_one(state, reward):
    model = ActorCritic()
    _, value = model(state)
    return F.mse_loss(value, torch.tensor([reward]))
