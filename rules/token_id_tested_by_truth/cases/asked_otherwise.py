"""Ids whose truth is asked for by `bool`, or where a condition names them."""

import torch

def options(config):
    if pad := config.pad_token_id:  # finding: `config.pad_token_id` may be 0
        return {"ignore_index": pad}
    if (end := config.eos_token_id) is not None:
        return {"ignore_index": end}
    return {}


def stops(tokenizer, tokens):
    has_end = bool(tokenizer.eos_token_id)  # finding: `tokenizer.eos_token_id` may be 0
    return has_end and bool(tokens) and torch.tensor(tokens).numel() and int(tokenizer.eos_token_id) == tokens[-1]


def generate(config, logits, eos_token_id=None):
    eos_token_id = eos_token_id or config.eos_token_id  # suspected: `eos_token_id` may be 0
    token = int(logits.argmax())
    return bool(eos_token_id) and token == eos_token_id  # finding: `eos_token_id` may be 0
