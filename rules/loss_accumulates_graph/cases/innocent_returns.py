"""Recurrences that are no log: discounted returns, beam scores, sums over gradients."""

import torch
from torch import nn

policy = nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters())


def discounted_returns(rewards):
    running, returns = 0.0, []
    for reward in reversed(rewards):
        running = reward + 0.99 * running
        returns.insert(0, running)
    return torch.tensor(returns)


def play_episode():
    log_probs, rewards = [], []
    state, score = torch.zeros(4), 0.0
    for _ in range(5):
        chances = torch.distributions.Categorical(logits=policy(state))
        action = chances.sample()
        reward = float(action)
        score += reward
        log_probs.append(chances.log_prob(action))
        rewards.append(reward)
        state = torch.randn(4)
    loss = 0.0
    for log_prob, gain in zip(log_probs, discounted_returns(rewards)):
        loss = loss - log_prob * gain
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return score


def train(episodes=3):
    total_reward, smooth = 0.0, 10.0
    for _ in range(episodes):
        score = play_episode()
        total_reward += score
        smooth = 0.95 * smooth + 0.05 * score
    print(total_reward, smooth)


def averaged_weights():
    average = [weight.detach().clone() for weight in policy.parameters()]
    for _ in range(3):
        play_episode()
        with torch.no_grad():
            for kept, weight in zip(average, policy.parameters()):
                kept.mul_(0.99).add_(weight, alpha=0.01)
    return average


def summed_gradients():
    sums = [torch.zeros_like(weight) for weight in policy.parameters()]
    for _ in range(3):
        loss = policy(torch.randn(2, 4)).square().mean()
        gradients = torch.autograd.grad(loss, list(policy.parameters()))
        sums = [total + gradient for total, gradient in zip(sums, gradients)]
    return sums


@torch.no_grad()
def beam(width=2, length=4):
    scores = torch.zeros(width, 1)
    for _ in range(length):
        scores = scores + policy(torch.randn(width, 4)).log_softmax(1)
        scores = scores.topk(1, dim=1).values
    return scores.argmax()


if __name__ == "__main__":
    train()
    print(averaged_weights(), summed_gradients(), beam())
