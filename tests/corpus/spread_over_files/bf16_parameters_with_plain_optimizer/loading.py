"""Models as they are loaded."""

import torch
from transformers import AutoModelForCausalLM


def load(path):
    model = AutoModelForCausalLM.from_pretrained(path, torch_dtype=torch.bfloat16)
    return model.cuda()


def load_exact(path):
    return AutoModelForCausalLM.from_pretrained(path, torch_dtype=torch.float32).cuda()
