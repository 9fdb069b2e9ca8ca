"""Half precision, for training and for other things."""

import copy

import torch
from torch import nn
from transformers import AutoModelForCausalLM


def step(model, optimizer, x):
    optimizer.zero_grad()
    model(x).sum().backward()
    optimizer.step()


def trained(loader):
    model = nn.Linear(8, 2).cuda().half()  # finding: keep them in float32 and use `torch.autocast`
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        step(model, optimizer, x)


def typed(loader):
    model = nn.Linear(8, 2)
    model.to("cuda", torch.float16)  # finding: stores the parameters in float16, which rounds small updates away
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()


def for_inference(loader):
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        step(model, optimizer, x)
    return model.half().eval()


def rounded(loader):
    model = nn.Linear(8, 2)
    model.half().float()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        step(model, optimizer, x)


def a_copy(loader):
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        fast = copy.deepcopy(model).half()
        step(model, optimizer, x)
        fast(x.half())


def another(loader):
    teacher, student = nn.Linear(8, 2).half(), nn.Linear(8, 2)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        (teacher(x) - student(x)).sum().backward()
        optimizer.step()


def master_weights(loader):
    model = nn.Linear(8, 2).half()
    masters = [p.detach().clone().float().requires_grad_() for p in model.parameters()]
    optimizer = torch.optim.SGD(masters, lr=0.1)
    for x in loader:
        model(x).sum().backward()
        optimizer.step()


def in_groups(loader):
    model = nn.Linear(8, 2).half()  # finding: keep them in float32 and use `torch.autocast`
    decayed, others = [], []
    for name, p in model.named_parameters():
        others.append(p) if "norm" in name else decayed.append(p)
    optimizer = torch.optim.SGD([{"params": decayed}, {"params": others, "lr": 0.01}], lr=0.1)
    for x in loader:
        step(model, optimizer, x)


def of_a_function(loader):
    model = nn.Linear(8, 2).half()  # finding: keep them in float32 and use `torch.autocast`
    optimizer = torch.optim.SGD(groups(model), lr=0.1)
    for x in loader:
        step(model, optimizer, x)


def masters_in_groups(loader):
    model = nn.Linear(8, 2).half()
    masters = []
    for p in model.parameters():
        copy = p.detach().clone().float().requires_grad_()
        masters.append(copy)
    optimizer = torch.optim.SGD([{"params": masters}], lr=0.1)
    for x in loader:
        step(model, optimizer, x)


def masters_of_a_function(loader):
    model = nn.Linear(8, 2).half()
    optimizer = torch.optim.SGD(copies(model), lr=0.1)
    for x in loader:
        step(model, optimizer, x)


def groups(model):
    return [{"params": [p for p in model.parameters() if p.requires_grad]}]


def copies(model):
    return [p.detach().float().requires_grad_() for p in model.parameters()]


def one_or_the_other(loader, fast):
    model = nn.Linear(8, 2)
    if fast:
        model.half()
    else:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for x in loader:
            step(model, optimizer, x)


def moved_for_the_optimizer(loader, device):
    model = nn.Linear(8, 2).half()  # finding: keep them in float32 and use `torch.autocast`
    optimizer = torch.optim.SGD(model.to(device).parameters(), lr=0.1)
    for x in loader:
        step(model, optimizer, x)


def of_double_precision(loader):
    model = nn.Linear(8, 2).half()
    masters = [p.double() for p in model.parameters()]
    optimizer = torch.optim.SGD(masters, lr=0.1)
    for x in loader:
        model(x).sum().backward()
        optimizer.step()


def loaded_in_half(batches):
    lm = AutoModelForCausalLM.from_pretrained("tiny", torch_dtype=torch.float16)  # finding: keep them in float32 and
    optimizer = torch.optim.AdamW(lm.parameters(), lr=1e-5)
    for batch in batches:
        optimizer.zero_grad()
        lm(**batch).loss.backward()
        optimizer.step()
