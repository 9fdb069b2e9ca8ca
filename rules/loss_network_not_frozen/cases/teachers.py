import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x)


class Distance(nn.Module):
    """A loss with weights that were trained before, and are not to be trained any more."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.layer.requires_grad_(False)

    def forward(self, x, y):
        return (self.layer(x) - self.layer(y)).square().mean()


x = torch.rand(8, 4)
trained = Net().state_dict()


def live_teacher():
    student, teacher = Net(), Net()
    teacher.load_state_dict(trained)
    teacher.eval()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(3):
        loss = (student(x) - teacher(x)).square().mean()  # finding: `teacher` gets gradients
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def quiet_teacher():
    student, teacher = Net(), Net()
    teacher.load_state_dict(trained)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(3):
        with torch.no_grad():
            wanted = teacher(x)
        loss = (student(x) - wanted).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def detached_teacher():
    student, teacher = Net(), Net()
    teacher.load_state_dict(trained)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(3):
        loss = (student(x) - teacher(x).detach()).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def frozen_in_a_loop():
    student, judge = Net(), Net()
    judge.load_state_dict(trained)
    for parameter in judge.parameters():
        parameter.requires_grad = False
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(3):
        loss = judge(student(x)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def frozen_by_itself():
    student, distance = Net(), Distance()
    distance.load_state_dict({"layer.weight": torch.eye(4), "layer.bias": torch.zeros(4)})
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(3):
        loss = distance(student(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def trained_on():
    net, more = Net(), Net()
    more.load_state_dict(trained)
    optimizer = torch.optim.SGD([*net.parameters(), *more.parameters()], lr=0.1)
    for _ in range(3):
        loss = more(net(x)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def without_parameters():
    net, distance = Net(), nn.MSELoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        loss = distance(net(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def fit(student, teacher):
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(3):
        loss = (student(x) - teacher(x)).square().mean()  # finding: `teacher` gets gradients that no optimizer
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def fit_quietly(student, teacher):
    teacher.requires_grad_(False)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(3):
        loss = (student(x) - teacher(x)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def with_functions():
    handed_on = Net()
    handed_on.load_state_dict(trained)
    fit(Net(), handed_on)
    frozen_there = Net()
    frozen_there.load_state_dict(trained)
    fit_quietly(Net(), frozen_there)


for train in (
    live_teacher,
    quiet_teacher,
    detached_teacher,
    frozen_in_a_loop,
    frozen_by_itself,
    trained_on,
    without_parameters,
    with_functions,
):
    train()
