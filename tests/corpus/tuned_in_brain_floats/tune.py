"""Tunes a writer on texts that a judge has scored."""

import torch
from models import judge
from torch.optim import AdamW
from transformers import AutoModelForCausalLM


def main(batches):
    student = AutoModelForCausalLM.from_pretrained("writer", dtype=torch.bfloat16)  # finding: stores the parameters
    critic = judge("judge")
    student.cuda().train()
    optimizer = AdamW(student.parameters(), lr=5e-6)
    for batch in batches:
        with torch.no_grad():
            weight = critic(**batch).logits.mean()
        optimizer.zero_grad()
        (student(**batch).loss * weight).backward()
        optimizer.step()
