"""Three meters that look alike: one keeps the tensor it is given, two of them its number."""

from collections import defaultdict


class AverageMeter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.value = 0
        self.average = 0
        self.total = 0
        self.count = 0

    def update(self, value, n=1):
        self.value = value
        self.total += value * n
        self.count += n
        self.average = self.total / self.count


class ScalarMeter:
    def __init__(self, name):
        self.name, self.total, self.count = name, 0.0, 0

    def update(self, value, n=1):
        if hasattr(value, "item"):
            value = value.item()
        self.total += value * n
        self.count += n

    @property
    def average(self):
        return self.total / max(self.count, 1)


class MeterBank:
    def __init__(self):
        self.meters = defaultdict(lambda: ScalarMeter("any"))

    def update(self, **values):
        for name, value in values.items():
            self.meters[name].update(value)

    def summary(self):
        return {name: meter.average for name, meter in self.meters.items()}
