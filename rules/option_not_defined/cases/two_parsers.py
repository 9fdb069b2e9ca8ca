"""Two parsers of one file, and subcommands."""

import argparse

import torch


def train():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=1)
    args = parser.parse_args()
    print(torch.rand(args.epochs))
    print(args.checkpoint)  # finding: `args.checkpoint` raises AttributeError


def evaluate():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="last.pt")
    args = parser.parse_args()
    print(args.checkpoint)


def with_own_parents():
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("--columns", type=int, default=2)
    parser = argparse.ArgumentParser(parents=[first])
    args = parser.parse_args()
    print(torch.rand(args.columns, args.rows))  # finding: `args.rows` raises AttributeError


def tool():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command")
    export = commands.add_parser("export")
    export.add_argument("--format", default="onnx")
    export.set_defaults(run=print)
    args = parser.parse_args()
    args.run(args)
    print(args.command, args.format)


if __name__ == "__main__":
    train()
    evaluate()
    with_own_parents()
    tool()
