"""Where things are."""


class Paths:
    best = "runs/best.pt"
    begin = "runs/begin.pt"
