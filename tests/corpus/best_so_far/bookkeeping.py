"""Keeps the best, the last, and the smooth: one tensor each, or one graph after the other."""

from collections import defaultdict, deque


class Best:
    def __init__(self):
        self.loss, self.waited = float("inf"), 0

    def update(self, loss):
        if loss < self.loss:
            self.loss, self.waited = loss, 0
        else:
            self.waited += 1
        return self.waited > 3


class Last:
    def __init__(self):
        self.values = {}

    def put(self, **values):
        self.values.update(values)


class Window:
    def __init__(self, size=20):
        self.recent = deque(maxlen=size)

    def put(self, value):
        self.recent.append(value)

    @property
    def mean(self):
        return sum(float(v) for v in self.recent) / max(len(self.recent), 1)


class Smooth:
    def __init__(self, keep=0.9):
        self.value, self.keep = 0.0, keep

    def put(self, value):
        self.value = self.keep * self.value + (1 - self.keep) * value


class Curves:
    def __init__(self):
        self.curves = defaultdict(list)

    def put(self, name, value):
        self.curves[name].append(value)

    def put_number(self, name, value):
        self.curves[name].append(value.detach().cpu())


class Writer:
    def __init__(self, path):
        self.file = open(path, "a")

    def add_scalar(self, name, value, step):
        self.file.write(f"{name} {value} {step}\n")
