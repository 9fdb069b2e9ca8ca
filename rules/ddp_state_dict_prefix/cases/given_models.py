"""A model that a caller gives, of a class that is not seen: whatever is wrapped is a module."""

import torch
from torch.nn.parallel import DistributedDataParallel


class Base:
    def wrap_model(self, model):
        model = model.to(self.device)
        if self.distributed:
            return DistributedDataParallel(model, device_ids=[self.rank])
        return model


class Trainer(Base):
    def __init__(self, model, rank, distributed=True):
        self.device, self.rank, self.distributed = torch.device("cuda", rank), rank, distributed
        self.plain = model
        self.model = self.wrap_model(model)

    def save(self, path):
        torch.save(self.model.state_dict(), path)  # finding: saves keys with the prefix `module.`

    def save_plain(self, path):
        torch.save(self.plain.state_dict(), path)


class Always:
    def __init__(self, model, rank):
        self.model = DistributedDataParallel(model, device_ids=[rank])

    def save(self, path):
        torch.save({"model": self.model.state_dict()}, path)  # finding: saves keys with the prefix `module.`
