"""Models whose parts are hidden from the optimizer, unused, or run twice."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.set_num_threads(1)
torch.manual_seed(0)


class Hidden(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.late = []  # confirmed(unregistered_parameters): 4 of its 4 parameters are in no optimizer that steps
        self.late += [nn.Linear(4, 4), nn.Linear(4, 4)]
        self.scales = {"all": nn.Parameter(torch.ones(4))}  # confirmed(unregistered_parameters): 4 numbers are never trained

    def forward(self, x):
        for layer in (self.first, *self.late):
            x = layer(x) * self.scales["all"]
        return x


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        layers = [nn.Linear(4, 4), nn.Linear(4, 4)]
        self.order = layers  # refuted(unregistered_parameters): all of its 4 parameters are in an optimizer
        self.layers = nn.ModuleList(layers)

    def forward(self, x):
        for layer in self.order:
            x = layer(x)
        return x


class ByHand(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.more = [nn.Linear(4, 4)]  # refuted(unregistered_parameters): all of its 2 parameters

    def forward(self, x):
        return self.more[0](self.first(x))


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.more = [nn.Linear(4, 4)]  # undecided(unregistered_parameters): nothing else of its module is trained

    def forward(self, x):
        return self.more[0](self.first(x))


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.more = [nn.Linear(4, 4).requires_grad_(False)]  # undecided(unregistered_parameters): no parameters were

    def forward(self, x):
        return self.more[0](self.first(x))


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.used, self.unused = nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 2)

    def forward(self, x, both=False):
        x = self.body(x)
        return self.used(x) + (self.unused(x).sum() if both else 0)


def train(model, parameters=None, steps=5, **options):
    optimizer = torch.optim.SGD(model.parameters() if parameters is None else parameters, lr=0.01)
    for step in range(steps):
        optimizer.zero_grad()
        (model(torch.randn(8, 4), **{name: step in steps for name, steps in options.items()}) - 1).square().mean().backward()
        optimizer.step()


def hidden():
    target = Hidden()  # not trained, and so not counted
    train(Hidden())
    print(target.first.weight)
    train(Twice())
    model = ByHand()
    train(model, [*model.parameters(), *model.more[0].parameters()])
    teacher = Teacher()
    student = Frozen()
    with torch.no_grad():
        teacher(torch.randn(8, 4))
    train(student)
    return teacher


def unused():
    model = Heads()  # confirmed(missing_gradients): 2 of 6 parameters had no gradient in 5 steps: unused.weight, unused.b
    train(model)
    model = Heads()  # refuted(missing_gradients): all of 6 parameters had gradients in 8 steps
    train(model, steps=8, both=(6,))
    model = Heads()  # undecided(missing_gradients): 3 steps: too few
    train(model, steps=3)
    heads = Heads()  # refuted(missing_gradients): all of 4 parameters
    train(heads, [*heads.body.parameters(), *heads.used.parameters()])
    model = Heads()  # undecided(missing_gradients): was seen to step
    return model(torch.ones(4))


def run_twice(model, block, **options):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(4):
        optimizer.zero_grad()
        block(model, torch.randn(8, 4, requires_grad=True)).square().mean().backward()
        optimizer.step()


def normed(model, x):
    return checkpoint(model, x, use_reentrant=False)  # confirmed(batchnorm_updates): 2 updates per call of 1 batch norm


def normed_by_a_lambda(model, x):
    return checkpoint(lambda y: model(y), x, use_reentrant=True)  # confirmed(batchnorm_updates): 2 updates per call


def evaluated(model, x):
    return checkpoint(model.eval(), x, use_reentrant=False)  # refuted(batchnorm_updates): no batch norm was in train mode


def dropped(model, x):
    return checkpoint(model, x, use_reentrant=False)  # refuted(batchnorm_updates): no batch norm


def dropped_otherwise(model, x):
    return checkpoint(model, x, use_reentrant=False, preserve_rng_state=False)  # confirmed(batchnorm_updates): 1 active dro


def never_run_again(model, x):
    with torch.no_grad():
        return checkpoint(model, x, use_reentrant=False)  # undecided(batchnorm_updates): no backward recomputed


def of_functions(model, x):
    return model(checkpoint(torch.sin, x, use_reentrant=False))  # undecided(batchnorm_updates): no module was found


def normal():
    return nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))


def dropping():
    return nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5))


teacher = hidden()
print(unused())
model = normal()
for made, block in ((normal, normed), (normal, normed_by_a_lambda), (normal, evaluated), (dropping, dropped)):
    run_twice(made(), block)
run_twice(dropping(), dropped_otherwise)
run_twice(dropping(), of_functions)
for _ in range(3):
    never_run_again(model, torch.randn(8, 4)), (torch.ones(1, requires_grad=True) * 2).sum().backward()
print(model[1].running_mean, teacher.first.weight, torch.rand(1))
