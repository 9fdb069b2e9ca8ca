"""REINFORCE with a baseline on a corridor: the agent has to walk to the right end before its time is up."""

from collections import deque
from itertools import count

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical

torch.manual_seed(543)
gamma, log_interval = 0.99, 5


class Corridor:
    """Positions 0 to 7, two actions, a reward at the right end."""

    def reset(self):
        self.position, self.time = 2, 0
        return self.state()

    def state(self):
        return F.one_hot(torch.tensor(self.position), 8).float()

    def step(self, action):
        self.position = max(0, min(7, self.position + (1 if action == 1 else -1)))
        self.time += 1
        done = self.position == 7 or self.time >= 12
        return self.state(), 1.0 if self.position == 7 else -0.05, done


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine1 = nn.Linear(8, 32)
        self.dropout = nn.Dropout(p=0.2)
        self.action_head = nn.Linear(32, 2)
        self.value_head = nn.Linear(32, 1)
        self.heads = [self.action_head, self.value_head]  # refuted(unregistered_parameters): all of its 4 parameters
        self.saved_log_probs = []
        self.saved_values = []
        self.rewards = []

    def forward(self, x):
        x = F.relu(self.dropout(self.affine1(x)))
        return F.softmax(self.action_head(x), dim=-1), self.value_head(x)  # confirmed by tuple-output


policy = Policy()
optimizer = optim.Adam(policy.parameters(), lr=1e-2)
env = Corridor()
recent = deque(maxlen=4)
entropies = []
baseline = 0.0


def select_action(state):
    probs, value = policy(state)  # refuted(held_activations): part of training # refuted(eval_mode): part of training
    m = Categorical(probs)
    action = m.sample()
    entropies.append(m.entropy())  # confirmed by list-accumulates-graph
    policy.saved_log_probs.append(m.log_prob(action))  # refuted(retained_graph): backward ran through it
    policy.saved_values.append(value.squeeze(-1))  # refuted(retained_graph): backward ran through it
    return action.item()


def finish_episode():
    R, policy_loss, returns = 0, [], deque()
    for r in policy.rewards[::-1]:
        R = r + gamma * R  # refuted(retained_graph): no graph
        returns.appendleft(R)  # refuted(retained_graph): no graph
    returns = torch.tensor(returns)
    for log_prob, value, ret in zip(policy.saved_log_probs, policy.saved_values, returns):
        policy_loss.append(-log_prob * (ret - value.detach()))  # refuted(retained_graph): backward ran through it
    value_loss = F.smooth_l1_loss(torch.stack(policy.saved_values), returns)
    loss = torch.stack(policy_loss).sum() + value_loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # refuted(stale_gradients)
    del policy.rewards[:]
    del policy.saved_log_probs[:]
    del policy.saved_values[:]
    return value_loss


def imitate(steps=6):
    """A first guess: walk to the right, wherever you are."""
    lost = 0.0
    for _ in range(steps):
        positions = torch.randint(0, 7, (16,))
        probs, _ = policy(F.one_hot(positions, 8).float())
        optimizer.zero_grad()
        loss = F.nll_loss(probs, torch.ones(16, dtype=torch.long))  # confirmed by nll-without-log-softmax
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)  # refuted(clipped_gradients): a step applied
        optimizer.step()  # refuted(stale_gradients)
        lost += loss.item()  # refuted(retained_graph): no graph # refuted(blocked_time): on the CPU
    return lost / steps


def evaluate(episodes=4):
    total = 0
    for _ in range(episodes):
        state = env.reset()
        for _ in count():
            probs, value = policy(state)  # confirmed by missing-eval-mode # confirmed by eval-without-no-grad
            state, reward, done = env.step(probs.argmax().item())
            total += reward  # refuted(retained_graph): no graph
            if done:
                break
    return total / episodes


def main():
    critic_loss, running_reward = 0.0, 0.0
    print("imitation", imitate())
    for i_episode in range(1, 16):
        state, ep_reward = env.reset(), 0
        for _ in range(1, 100):
            action = select_action(state)
            state, reward, done = env.step(action)
            policy.rewards.append(reward)
            ep_reward += reward
            if done:
                break
        running_reward = 0.05 * ep_reward + 0.95 * running_reward
        value_loss = finish_episode()
        critic_loss += value_loss  # confirmed by loss-accumulates-graph: nodes only
        recent.append(value_loss)  # refuted(retained_graph): no more than the newest 4 steps
        if i_episode % log_interval == 0:
            print(f"Episode {i_episode} last {ep_reward:.2f} average {running_reward:.4f} critic {critic_loss.item():.4f}")
    print("evaluation", evaluate(), "entropy", torch.stack(entropies).mean().item(), len(recent))


if __name__ == "__main__":
    main()
