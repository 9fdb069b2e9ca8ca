import torch


class Trainer:
    def __init__(self, model, optimizer, scheduler):
        self.model, self.optimizer, self.scheduler, self.epoch = model, optimizer, scheduler, 0

    def state_dict(self):
        state = {"net": self.model.state_dict(), "optim": self.optimizer.state_dict()}
        state["sched"] = self.scheduler.state_dict()
        return state

    def load_state_dict(self, state):
        self.model.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optim"])
        self.scheduler.load_state_dict(state["scheduler"])  # finding: raises KeyError: the checkpoint is saved without it
        if "epoch" in state:
            self.epoch = state["epoch"]

    def save(self, path):
        torch.save(self.state_dict(), path)

    def resume(self, path):
        self.load_state_dict(torch.load(path))


class Base:
    def __init__(self, model):
        self.model = model

    def state_dict(self):
        return {"model": self.model.state_dict()}

    def load_state_dict(self, state):
        self.model.load_state_dict(state["model"])
        self.step = state["step"]


class Derived(Base):
    def state_dict(self):
        return {"step": self.step, **super().state_dict()}


class Average:
    def __init__(self, model, decay):
        self.model, self.decay = model, decay

    def state_dict(self):
        return {"decay": self.decay, **self.model.state_dict()}

    def load_state_dict(self, state):
        self.decay = state["decay"]
        self.bias = state["head.bias"]
