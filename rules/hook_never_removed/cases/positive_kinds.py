"""Each kind of hook, registered anew by each call of a function."""

import torch
from torch import nn
from torch.nn.modules.module import register_module_forward_hook


def look(*arguments):
    print(len(arguments))


def modules(model):
    model.register_forward_hook(look, with_kwargs=True)  # finding: its handle is discarded
    model.register_forward_pre_hook(look)  # finding: its handle is discarded; keep the
    model.register_full_backward_hook(look)  # finding: its handle is discarded; keep
    model.register_full_backward_pre_hook(look)  # finding: the handle and call `remove()` on it


def old_backward(model):
    model.register_backward_hook(look)  # finding: its handle is discarded; keep the handle and


def state_dicts(model):
    model.register_state_dict_pre_hook(look)  # finding: its handle is discarded; keep
    model.register_state_dict_post_hook(look)  # finding: its handle is discarded
    model.register_load_state_dict_pre_hook(look)  # finding: the handle and call `remove()` on it
    model.register_load_state_dict_post_hook(look)  # finding: the handle and call `remove()` on it


def all_modules_of_the_process(model, batch):
    register_module_forward_hook(look)  # finding: its handle is discarded; keep the
    return model(batch)


def parameters_in_each_step(model, optimizer, batches):
    for batch in batches:
        for weight in model.parameters():
            weight.register_hook(lambda gradient: gradient.clamp(-1, 1))  # finding: the handle and call `remove()` on it
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()


def parameters_after_accumulation(model, batches):
    for batch in batches:
        for weight in model.parameters():
            weight.register_post_accumulate_grad_hook(look)  # finding: the handle
        model(batch).sum().backward()


def main():
    model = nn.Linear(4, 4)
    batches = [torch.randn(2, 4) for _ in range(3)]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        modules(model)
        state_dicts(model)
        all_modules_of_the_process(model, batch)
    parameters_in_each_step(model, optimizer, batches)
    parameters_after_accumulation(model, batches)
    old_backward(nn.Linear(4, 4))


if __name__ == "__main__":
    main()
