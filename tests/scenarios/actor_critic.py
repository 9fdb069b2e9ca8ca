"""Advantage actor-critic on a bandit whose arms change with the context."""

import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(7)


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 32), nn.Tanh())
        self.policy = nn.Linear(32, 3)
        self.value = nn.Linear(32, 1)

    def forward(self, x):
        h = self.body(x)
        return Categorical(logits=self.policy(h)), self.value(h).squeeze(-1)  # confirmed by tuple-output


def pay(context, action):
    return (context[:, :3].argmax(1) == action).float()


agent = ActorCritic()
optimizer = torch.optim.RMSprop(agent.parameters(), lr=5e-3)
entropies, advantages, values, baseline = [], [], [], torch.zeros(())
for update in range(24):
    context = torch.randn(32, 4)
    policy, value = agent(context)
    action = policy.sample()
    reward = pay(context, action)
    advantage = reward - value
    actor_loss = -(policy.log_prob(action) * advantage.detach()).mean()
    critic_loss = advantage.pow(2).mean()
    loss = actor_loss + 0.5 * critic_loss - 0.01 * policy.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
    optimizer.step()  # refuted(stale_gradients)
    advantages.append(advantage)  # confirmed by list-accumulates-graph
    entropies.append(policy.entropy().mean().item())  # refuted(retained_graph): no graph
    values.append(value.detach())  # refuted(retained_graph): no graph
    baseline = 0.9 * baseline + 0.1 * reward.mean()  # refuted(retained_graph): no graph
    if update % 8 == 7:
        print(f"{update}: {entropies[-1]:.5f} {baseline.item():.5f}")
with torch.no_grad():
    context = torch.randn(128, 4)
    policy, value = agent(context)  # refuted(held_activations): gradients are off
    print("right", pay(context, policy.probs.argmax(1)).mean().item(), torch.stack(values).mean().item())
