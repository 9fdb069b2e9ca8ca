"""Adapters that PEFT puts into a model, and a file that is looked at."""

import torch
from peft import set_peft_model_state_dict


def restore(model, path):
    model.cuda()
    state = torch.load(path)  # suspected: fails without the GPU that the file was saved from
    set_peft_model_state_dict(model, state)


def restore_on_the_host(model, path):
    set_peft_model_state_dict(model, torch.load(path, map_location="cpu"))


def names(path):
    print(sorted(torch.load(path)))
