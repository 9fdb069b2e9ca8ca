"""Numbers of a log that keeps one meter for each, which the ranks share, or don't."""

import torch
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler


class Meter:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value, n=1):
        self.total += value * n
        self.count += n

    @property
    def global_avg(self):
        return self.total / self.count


class Log:
    def __init__(self):
        self.meters = {"loss": Meter(), "acc": Meter()}

    def update(self, **values):
        for name, value in values.items():
            self.meters[name].update(value)

    def synchronize_between_processes(self):
        for meter in self.meters.values():
            both = torch.tensor([meter.total, meter.count])
            torch.distributed.all_reduce(both)
            meter.total, meter.count = both.tolist()


def evaluate(model, dataset):
    log = Log()
    loader = DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset, shuffle=False, drop_last=True))
    with torch.no_grad():
        for x, y in loader:
            out = model(x)
            log.update(loss=nn.functional.cross_entropy(out, y).item())
            log.meters["acc"].update((out.argmax(1) == y).float().mean().item(), n=len(y))
    return {name: meter.global_avg for name, meter in log.meters.items()}  # suspected: only this rank's share


def evaluate_together(model, dataset):
    log = Log()
    loader = DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset, shuffle=False, drop_last=True))
    with torch.no_grad():
        for x, y in loader:
            log.meters["acc"].update((model(x).argmax(1) == y).float().mean().item(), n=len(y))
    log.synchronize_between_processes()
    return {name: meter.global_avg for name, meter in log.meters.items()}


def evaluate_beside(model, dataset, score):
    log, scores, targets = Log(), [], []
    loader = DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset, shuffle=False, drop_last=True))
    with torch.no_grad():
        for x, y in loader:
            out = model(x)
            log.update(loss=nn.functional.cross_entropy(out, y).item())
            scores.append(out)
            targets.append(y)
    log.synchronize_between_processes()
    found = score(torch.cat(scores), torch.cat(targets))
    return found, log.meters["loss"].global_avg  # suspected: `found` covers only this rank's share of the data


def evaluate_gathered(model, dataset, score, gather):
    log, scores, targets = Log(), [], []
    loader = DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset, shuffle=False, drop_last=True))
    with torch.no_grad():
        for x, y in loader:
            scores.append(model(x))
            targets.append(y)
    log.synchronize_between_processes()
    found = score(gather(torch.cat(scores)), gather(torch.cat(targets)))
    return found


def evaluate_timed(model, dataset, clock):
    log, times = Log(), []
    loader = DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset, shuffle=False, drop_last=True))
    with torch.no_grad():
        for x, y in loader:
            started = clock()
            log.update(loss=nn.functional.cross_entropy(model(x), y).item())
            times.append(clock() - started)
    log.synchronize_between_processes()
    mean_time = sum(times) / len(times)
    print(f"{mean_time:.2f} s")
    return log.meters["loss"].global_avg
