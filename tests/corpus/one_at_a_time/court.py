"""A case after the other, states one by one and in batches, and papers."""

import torch
from torch import nn

from judges import Critic, Grader, Judge


class Court:
    def __init__(self):
        self.judge = nn.DataParallel(Judge())
        self.critic = Critic()

    def hear(self, cases):
        for case in cases:
            memory, score = self.judge.module(case.view(-1, 1, 8))
            _, other = self.judge.module(memory.view(-1, 1, 8))
            print(score.item(), memory.shape)
            (1 - other).backward()

    @torch.no_grad()
    def act(self, state):
        return float(self.critic(state))

    def learn(self, states, targets):
        return (self.critic(states) - targets).square().mean()


def grade(papers):
    grader = Grader()
    grades = grader(papers)
    grades = grades.mean()
    return grades.item()
