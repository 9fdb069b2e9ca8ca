"""Models of transformers, and what they are given."""

import torch
from transformers import (
    AutoModel,
    AutoModelForCausalLM,
    AutoTokenizer,
    BertModel,
    CLIPTextModel,
    GPT2LMHeadModel,
)

tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
bert = BertModel.from_pretrained("bert-base-uncased").eval()
auto = AutoModel.from_pretrained("sentence-transformers/all-MiniLM-L6-v2")
clip = CLIPTextModel.from_pretrained("openai/clip-vit-base-patch32")
gpt = GPT2LMHeadModel.from_pretrained("gpt2")
llama = AutoModelForCausalLM.from_pretrained("some/llama")


@torch.no_grad()
def embed(texts):
    batch = tokenizer(texts, padding="max_length", truncation=True, return_tensors="pt")
    first = bert(batch["input_ids"])[0][:, 0]  # finding: treats the padding as text
    second = bert(input_ids=batch.input_ids.to("cuda"))  # finding: treats the padding as text
    third = auto(batch["input_ids"])  # suspected: treats the padding as text
    return first, second, third


@torch.no_grad()
def embed_to_the_longest(texts):
    ids = tokenizer(texts, padding=True, return_tensors="pt")["input_ids"]
    return bert(ids)  # suspected: treats the padding as text


def masked(texts):
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    yield bert(**batch)
    yield bert(batch["input_ids"], attention_mask=batch["attention_mask"])
    yield bert(batch["input_ids"], batch["attention_mask"])
    yield bert(batch["input_ids"], **{"attention_mask": batch["attention_mask"]})


def one_text():
    batch = tokenizer("How are you?", padding=True, return_tensors="pt")
    several = tokenizer(["How are you?"], padding=True, return_tensors="pt")
    return bert(batch["input_ids"]), bert(several["input_ids"])


def not_padded(text):
    return bert(tokenizer(text, return_tensors="pt")["input_ids"])


def which_see_no_padding(texts):
    """CLIP was trained without a mask, and causal models do not look ahead, where the padding is."""
    batch = tokenizer(texts, padding="max_length", return_tensors="pt")
    return clip(batch.input_ids), gpt(batch.input_ids), llama(input_ids=batch["input_ids"])


def generated(texts):
    """The padding has an id of its own, by which `generate` knows it."""
    batch = tokenizer(texts, padding="max_length", return_tensors="pt")
    return llama.generate(batch.input_ids)


def of_somebody_else(texts, model):
    batch = tokenizer(texts, padding="max_length", return_tensors="pt")
    return model(batch.input_ids)
