"""Options that are looked up by names that the program makes."""

import argparse

import torch


def model_defaults():
    return dict(width=8, depth=2)


def chosen(args, keys):
    return {key: getattr(args, key) for key in keys}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--cosine", action="store_true")  # suspected: nothing reads `cosine`
    for name, value in model_defaults().items():
        parser.add_argument(f"--{name}", default=value, type=type(value))
    parser.add_argument("--width", type=int, default=8)
    args = parser.parse_args()
    settings = chosen(args, model_defaults().keys())
    model = torch.nn.Linear(settings["width"], 1)
    print(torch.optim.SGD(model.parameters(), lr=args.lr))


if __name__ == "__main__":
    main()
