"""Advantages of several steps, which lists collect and `torch.cat` joins."""

import torch
from torch import nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.policy, self.value = nn.Linear(4, 8), nn.Linear(8, 2), nn.Linear(8, 1)

    def forward(self, x):
        hidden = torch.relu(self.body(x))
        return Categorical(logits=self.policy(hidden)), self.value(hidden)


def discounted(rewards, gamma=0.99):
    total, found = 0.0, []
    for reward in reversed(rewards):
        total = reward + gamma * total
        found.insert(0, torch.tensor([[total]]))
    return torch.cat(found)


def train(env, steps):
    model = ActorCritic()
    optimizer = torch.optim.Adam(model.parameters())
    state = env.reset()
    for _ in range(steps):
        log_probs, values, rewards = [], [], []
        for _ in range(5):
            actions, value = model(torch.as_tensor(state))
            action = actions.sample()
            state, reward = env.step(action)
            log_probs.append(actions.log_prob(action).unsqueeze(1))
            values.append(value)
            rewards.append(reward)
        advantage = discounted(rewards) - torch.cat(values)
        policy_loss = -(torch.cat(log_probs) * advantage).mean()  # suspected: through `advantage`
        right_loss = -(torch.cat(log_probs) * advantage.detach()).mean()
        optimizer.zero_grad()
        (policy_loss + right_loss + advantage.pow(2).mean()).backward()
        optimizer.step()
