"""Speaks of a DataLoader in its help alone, and in a comment."""

import argparse

from PIL import Image

from tones import softer

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, help="the workers that a DataLoader would have; not used")
    parser.add_argument("picture")
    # a DataLoader(pictures, num_workers=...) may come later
    softer()(Image.open(parser.parse_args().picture)).mean()
