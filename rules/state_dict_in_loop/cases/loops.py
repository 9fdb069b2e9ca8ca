"""State dicts that are built in loops, each next to one that is built once, or that has to be built again."""

from torch import nn


def average(ema, model, decay):
    for key in ema.state_dict():
        trained = model.state_dict()[key]  # finding: `model.state_dict()` builds a dict of all
        ema.state_dict()[key].lerp_(trained, decay)  # finding: `ema.state_dict()` builds a dict of all


def average_once(ema, model, decay):
    averaged, trained = ema.state_dict(), model.state_dict()
    for key in averaged:
        averaged[key].lerp_(trained[key], decay)


class Net(nn.Module):
    def upgrade(self, state, prefix):
        for name, _ in self.named_parameters():
            key = prefix + name
            if key not in state:
                state[key] = self.state_dict()[name]  # finding: `self.state_dict()` builds a dict of all
        return {name: self.state_dict()[name] for name in state}  # finding: `self.state_dict()` builds a dict of all


def nested(model, names):
    for _ in range(3):
        for name in names:
            print(model.encoder.state_dict()[f"{name}.weight"].norm())  # finding: in each iteration


def once_each(model, models, names, optimizer, key):
    for name in ("head.weight", "head.bias"):  # two entries
        print(model.state_dict()[name])
    names = ["head.weight"]
    for name in names:
        print(model.state_dict()[name])
    for one in models:
        print(one.state_dict()["head.weight"])
    for number, one in enumerate(models):
        print(one.state_dict()[f"{number}.weight"])
    for epoch in range(3):
        print(epoch, model.state_dict()["head.weight"].norm())
    for group in optimizer.state_dict()["param_groups"]:
        print(group)
    for name in model.state_dict()[key]:
        print(name)


def changes(model, names, states):
    for name, state in zip(names, states):
        model.load_state_dict(state)
        print(model.state_dict()[name])
    for name in names:
        model.head.weight.data = model.state_dict()[name] * 2
    for name in names:
        model = model.children()
        print(model.state_dict()[name])
    for name in names:
        print((lambda: model.state_dict()[name])())
        print(build(name).state_dict()[name])


def build(name):
    return nn.Linear(3, len(name))


def moves(model, names, loader):
    for name in names:
        model.cuda()
        print(model.state_dict()[name])
    for step, batch in enumerate(loader):
        if step % 100 == 0:
            print(model.state_dict()[f"layers.{step}.weight"])
    for name in names:
        batch.cuda()
        print(model.state_dict()[name])  # finding: `model.state_dict()` builds a dict of all tensors
