import torch
from torch import nn

x = torch.rand(8, 4)


def with_graph():
    maker, judge = nn.Linear(4, 4), nn.Linear(4, 1)
    first = torch.optim.SGD(maker.parameters(), lr=0.1)
    second = torch.optim.SGD(judge.parameters(), lr=0.1)
    for _ in range(3):
        second.zero_grad()
        judge(maker(x)).mean().backward()  # finding: `maker(x)` carries the graph of `maker(x)`, so
        second.step()
        first.zero_grad()
        judge(maker(x)).mean().neg().backward()
        first.step()


def without_graph():
    maker, judge = nn.Linear(4, 4), nn.Linear(4, 1)
    first = torch.optim.SGD(maker.parameters(), lr=0.1)
    second = torch.optim.SGD(judge.parameters(), lr=0.1)
    for _ in range(3):
        with torch.no_grad():
            made = maker(x)
        second.zero_grad()
        judge(made).mean().backward()
        second.step()
        first.zero_grad()
        judge(maker(x)).mean().neg().backward()
        first.step()


def both_step():
    body, head = nn.Linear(4, 4), nn.Linear(4, 1)
    first = torch.optim.SGD(body.parameters(), lr=0.1)
    second = torch.optim.SGD(head.parameters(), lr=0.1)
    for _ in range(3):
        first.zero_grad()
        second.zero_grad()
        head(body(x)).mean().backward()
        second.step()
        first.step()


def judged_once_for_both():
    maker, judge = nn.Linear(4, 4), nn.Linear(4, 1)
    first = torch.optim.SGD(maker.parameters(), lr=0.1)
    second = torch.optim.SGD(judge.parameters(), lr=0.1)
    for _ in range(3):
        judged = judge(maker(x))  # the graph leads to the maker for its own loss
        first.zero_grad()
        judged.mean().neg().backward(retain_graph=True)
        second.zero_grad()
        judged.mean().backward()
        second.step()
        first.step()


for train in (with_graph, without_graph, both_step, judged_once_for_both):
    train()
