"""A dtype among the keyword arguments that `from_pretrained` is given as a dict."""

import torch
from transformers import AutoModelForCausalLM


def step(model, optimizer, batch):
    optimizer.zero_grad()
    model(**batch).loss.backward()
    optimizer.step()


def of_a_dict(batches):
    kwargs = {"torch_dtype": torch.float16, "low_cpu_mem_usage": True}
    model = AutoModelForCausalLM.from_pretrained("tiny", **kwargs)  # finding: keep them in float32 and use
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in batches:
        step(model, optimizer, batch)


def of_a_call(batches):
    kwargs = dict(dtype=torch.float16)
    model = AutoModelForCausalLM.from_pretrained("tiny", **kwargs)  # finding: keep them in float32 and use
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in batches:
        step(model, optimizer, batch)


def of_single_precision(batches):
    kwargs = {"torch_dtype": torch.float32}
    model = AutoModelForCausalLM.from_pretrained("tiny", **kwargs)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in batches:
        step(model, optimizer, batch)


def of_another_entry(batches):
    kwargs = {"bnb_4bit_compute_dtype": torch.float16}
    model = AutoModelForCausalLM.from_pretrained("tiny", **kwargs)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in batches:
        step(model, optimizer, batch)


def load(dtype):
    return AutoModelForCausalLM.from_pretrained("tiny", torch_dtype=dtype)  # finding: keep them in float32 and use


def given_by_a_caller(batches):
    model = load(torch.float16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in batches:
        step(model, optimizer, batch)
