"""Ids of special tokens as conditions, next to comparisons."""

import torch


def special_tokens(tokenizer, config, row):
    pad_id = tokenizer.pad_token_id
    if pad_id:  # finding: `pad_id` may be 0, which is false, as if there were none; write `pad_id is not None`
        row = [one for one in row if one != pad_id]
    if tokenizer.eos_token_id and row[-1] == tokenizer.eos_token_id:  # finding: may be 0
        row = row[:-1]
    if not tokenizer.pad_token_id:  # finding: write `tokenizer.pad_token_id is None`
        tokenizer.pad_token = tokenizer.eos_token
    if tokenizer.bos_token_id is not None and pad_id is not None:
        row = [tokenizer.bos_token_id, *torch.tensor(row)]
    return row if getattr(config, "sep_token_id", None) else []  # finding: may be 0


def first_of(tokenizer, config):
    one = tokenizer.pad_token_id or tokenizer.unk_token_id or 0  # finding: `tokenizer.pad_token_id` may be 0
    two = tokenizer.pad_token_id or 0
    three = tokenizer.pad_token_id if tokenizer.pad_token_id else 0
    three = 0 if not tokenizer.pad_token_id else tokenizer.pad_token_id
    four = config and config.pad_token_id
    if not config.pad_token_id:
        config.pad_token_id = 0
    if tokenizer.pad_token:
        print(one, two, three, four)
    return config.decoder_start_token_id or config.bos_token_id  # finding: may be 0


def generate(model, tokenizer, inputs):
    model.generate(inputs, pad_token_id=tokenizer.pad_token_id or tokenizer.eos_token_id)  # finding: may be 0
    return model.generate(inputs, pad_token_id=tokenizer.eos_token_id)


def clean(counts, pad_id=None, eos_id=None, mask_ids=None):
    if pad_id:  # suspected: `pad_id` may be 0
        counts[:, pad_id] = 0
    if eos_id is not None:
        counts[:, eos_id] = 0
    if mask_ids:
        counts[:, mask_ids] = 0
    return counts
