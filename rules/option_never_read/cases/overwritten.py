"""Options that are assigned another value after they were parsed."""

import argparse

import torch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="digits")
    parser.add_argument("--scheduler", action="store_true")
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--classes", type=int, default=10)
    parser.add_argument("--seed", type=int)
    args = parser.parse_args()
    print(args)
    args.scheduler = args.data != "digits"  # finding: `--scheduler` is overwritten after parsing
    args.lr = args.lr * args.batch / 256  # read first
    if not torch.cuda.is_available():
        args.device = "cpu"  # only where there is no GPU
    args.seed = 0 if args.seed is None else args.seed
    print(args.classes)
    args.classes = 100  # its first value has been printed by itself, so it is read
    torch.manual_seed(args.seed)
    print(args.scheduler, args.lr, args.device, args.classes)


if __name__ == "__main__":
    main()
