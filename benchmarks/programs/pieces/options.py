import argparse
import json
import os


def options_0(arguments=None):
    """What the command line says, over what a file of settings says."""
    parser = argparse.ArgumentParser(description="Train a network on a folder of pictures.")
    parser.add_argument("root", help="the folder with train.csv and test.csv")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--decay", type=float, default=5e-4)
    parser.add_argument("--output", default="best_0.pt")
    parser.add_argument("--settings", default=None)
    parsed = parser.parse_args(arguments)
    if parsed.settings and os.path.exists(parsed.settings):
        with open(parsed.settings) as file:
            for key, value in json.load(file).items():
                if not hasattr(parsed, key):
                    raise SystemExit(f"{parsed.settings}: there is no option {key}")
                setattr(parsed, key, value)
    return parsed


def report_0(rows, width=8):
    """A table of numbers, as wide as its widest."""
    widths = [max(width, *(len(f"{row[column]:.4f}") for row in rows)) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [f"{value:>{size}.4f}" for value, size in zip(row, widths)]
        lines.append("  ".join(cells))
    return "\n".join(lines)
