"""Where the judge comes from: nobody trains it."""

import torch
from transformers import AutoModelForCausalLM


def judge(name):
    return AutoModelForCausalLM.from_pretrained(name, dtype=torch.bfloat16).eval()
