"""A namespace on its way through objects, tables, partial functions and dicts."""

import argparse
import copy
import functools
import json

import torch
from torch import nn


def get_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, default=8)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--dropout", type=float, default=0.1)  # finding: `--dropout` and 1 more option
    parser.add_argument("--optimizer", choices=("sgd", "adam"), default="sgd")
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--momentum", type=float, default=0.9)
    parser.add_argument("--betas", type=float, nargs=2, default=(0.9, 0.999))
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--smoothing", type=float, default=0.0)
    parser.add_argument("--warmup", type=int, default=0)
    parser.add_argument("--name", default="run")
    parser.add_argument("--local_rank", type=int, default=0)  # torchrun's predecessor passes it
    parser.add_argument("--apex", action="store_true", help="deprecated, has no effect")
    parser.add_argument("--sync-bn", action="store_true")  # not used any more
    return parser.parse_args()


class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(self.config.depth))
        self.width = vars(config)["width"]

    def forward(self, *args):  # tensors, not the namespace
        x = torch.cat(args, dim=-1)
        for layer in self.layers:
            x = layer(x)
        return x


def make_sgd(parameters, options):
    return torch.optim.SGD(parameters, lr=options.lr, momentum=getattr(options, "momentum"))


def make_adam(parameters, options):
    return torch.optim.Adam(parameters, lr=options.lr, betas=options.betas)


OPTIMIZERS = {"sgd": make_sgd, "adam": make_adam}


def loss_of(settings, output, target):
    return nn.functional.cross_entropy(output, target, label_smoothing=settings["smoothing"])


def main():
    args = get_args()
    print(args)
    print("\n".join(f"{name}: {value}" for name, value in sorted(vars(args).items())))
    with open("/dev/null", "w") as file:
        json.dump(vars(args), file)
    for name, value in vars(args).items():
        print("%s=%s" % (name, value))
    kept = copy.deepcopy(args)
    model = Net(kept)
    optimizer = OPTIMIZERS[args.optimizer](model.parameters(), args)
    criterion = functools.partial(loss_of, vars(args))
    for _ in range(args.epochs):
        loss = criterion(model(torch.rand(4, 8)), torch.randint(8, (4,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(args.name, loss.item())


if __name__ == "__main__":
    main()
