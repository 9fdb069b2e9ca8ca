"""Q-learning with a replay buffer and a target network, on a walk along a line."""

import random
from collections import deque

import torch
from torch import nn
from torch.nn import functional as F

GAMMA, BATCH = 0.9, 16


class Line:
    """Start in the middle; the right end is worth one."""

    def reset(self):
        self.place = 3
        return self.state()

    def state(self):
        return F.one_hot(torch.tensor(self.place), 7).float()

    def step(self, action):
        self.place += 1 if action else -1
        done = self.place in (0, 6)
        return self.state(), float(self.place == 6), done


class Agent:
    def __init__(self):
        self.q = nn.Sequential(nn.Linear(7, 32), nn.ReLU(), nn.Linear(32, 2))
        self.target = nn.Sequential(nn.Linear(7, 32), nn.ReLU(), nn.Linear(32, 2))
        self.target.load_state_dict(self.q.state_dict())
        self.optimizer = torch.optim.Adam(self.q.parameters(), lr=5e-3)
        self.memory = deque(maxlen=200)
        self.td_errors, self.q_values, self.losses = [], [], []

    @torch.no_grad()
    def act(self, state, epsilon):
        if random.random() < epsilon:
            return random.randrange(2)
        return self.q(state).argmax().item()

    def learn(self):
        states, actions, rewards, following, ends = zip(*random.sample(list(self.memory), BATCH))
        q = self.q(torch.stack(states)).gather(1, torch.tensor(actions)[:, None]).squeeze(1)
        with torch.no_grad():
            ahead = self.target(torch.stack(following))  # refuted(held_activations): gradients are off
            wanted = torch.tensor(rewards) + GAMMA * ahead.max(1).values * (1 - torch.tensor(ends).float())
        loss = F.smooth_l1_loss(q, wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()  # refuted(stale_gradients)
        self.losses.append(loss.item())  # refuted(retained_graph): no graph
        self.td_errors.append((q - wanted).abs().mean())  # confirmed by list-accumulates-graph
        self.q_values.append(q.detach().mean())  # refuted(retained_graph): no graph


def main():
    random.seed(0)
    torch.manual_seed(0)
    env, agent, steps = Line(), Agent(), 0
    for episode in range(12):
        state, done, total = env.reset(), False, 0.0
        while not done:
            action = agent.act(state, epsilon=max(0.1, 1 - episode / 6))
            following, reward, done = env.step(action)
            agent.memory.append((state, action, reward, following, done))
            state, total, steps = following, total + reward, steps + 1
            if len(agent.memory) >= BATCH:
                agent.learn()
            if steps % 20 == 0:
                agent.target.load_state_dict(agent.q.state_dict())
    print(steps, f"{agent.losses[-1]:.5f} {torch.stack(agent.q_values).mean():.5f}", len(agent.td_errors))


if __name__ == "__main__":
    main()
