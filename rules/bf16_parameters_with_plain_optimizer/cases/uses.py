"""Bfloat16, for training and for other things."""

import torch
from torch import nn
from transformers import AutoModelForCausalLM


def fine_tune(batches):
    lm = AutoModelForCausalLM.from_pretrained("tiny", torch_dtype=torch.bfloat16)  # finding: keep them in float32
    lm.cuda().train()
    optimizer = torch.optim.AdamW(lm.parameters(), lr=1e-5)
    for batch in batches:
        lm(**batch).loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def by_default(batches):
    net = nn.Linear(4, 2).to("cuda", dtype=torch.bfloat16)  # suspected: stores the parameters in bfloat16
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in batches:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def large_steps(batches):
    net = nn.Linear(4, 2).bfloat16()
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()


def as_large_as_gradients(batches):
    net = nn.Linear(4, 2).bfloat16()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-5)
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()


def put_back(batches):
    lm = AutoModelForCausalLM.from_pretrained("tiny", dtype=torch.bfloat16)
    lm.float()
    optimizer = torch.optim.AdamW(lm.parameters(), lr=1e-5)
    for batch in batches:
        optimizer.zero_grad()
        lm(**batch).loss.backward()
        optimizer.step()


def a_teacher(batches):
    teacher, student = nn.Linear(8, 2).bfloat16(), nn.Linear(8, 2)
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-5)
    for x in batches:
        optimizer.zero_grad()
        (teacher(x) - student(x)).square().sum().backward()
        optimizer.step()


def answers(batches):
    lm = AutoModelForCausalLM.from_pretrained("tiny", torch_dtype=torch.bfloat16).eval()
    with torch.no_grad():
        return [lm(**batch).logits for batch in batches]
