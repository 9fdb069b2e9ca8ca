"""Models that are taken out of the wrapper right after wrapping, and one whose wrapper loads a checkpoint first."""

import torch
from torch.nn.parallel import DistributedDataParallel

import networks


def fit(model, batches):
    for batch in batches:
        model.optimize(batch)


def dropped(settings, batches, rank):
    model = networks.make(settings).cuda()
    model = DistributedDataParallel(model, device_ids=[rank], find_unused_parameters=True)
    model = model.module  # finding: drops the wrapper before anything has called it
    weights = torch.load(settings["weights"], map_location="cpu", weights_only=True)
    model.load_state_dict(weights)
    fit(model, batches)


def loaded_through_the_wrapper(settings, batches, rank):
    model = networks.make(settings).cuda()
    model = DistributedDataParallel(model, device_ids=[rank])
    model.load_state_dict(torch.load(settings["weights"], map_location="cpu", weights_only=True))
    model = model.module
    torch.save(model.state_dict(), "bare.pt")


def kept_beside(settings, batches, rank):
    model = networks.make(settings).cuda()
    wrapper = DistributedDataParallel(model, device_ids=[rank])
    inner = wrapper.module
    for batch in batches:
        wrapper(batch).mean().backward()
    return inner
