"""How many texts there are: one alone is as long as itself, unless a length is given."""

from typing import List

import torch
from transformers import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
model = AutoModel.from_pretrained("bert-base-uncased")


def of_slices(texts, size):
    for start in range(0, len(texts), size):
        batch = tokenizer(texts[start : start + size], padding=True, return_tensors="pt")
        batch = {name: tensor.to("cpu") for name, tensor in batch.items()}
        yield torch.mean(model(**batch)[0], dim=1)  # finding: includes the padding


def of_declared(texts: List[str]):
    batch = tokenizer(texts, padding="longest", return_tensors="pt").to("cpu")
    with torch.no_grad():
        output = model(**batch)
    return output.last_hidden_state.mean(dim=1)  # finding: average only where `attention_mask` is 1


def of_somebody(texts):
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    states, pooled = model(batch["input_ids"], batch["attention_mask"], return_dict=False)
    return states.mean(1), pooled  # suspected: includes the padding


def of_fixed_length(text):
    batch = tokenizer(text, padding="max_length", max_length=64, return_tensors="pt")
    output = model(**batch, output_hidden_states=True)
    return output.hidden_states[-1].mean(-2)  # finding: includes the padding


def of_one(text: str):
    return model(**tokenizer(text, padding=True, return_tensors="pt")).last_hidden_state.mean(dim=1)


def of_a_line(words):
    texts = " ".join(words)
    return model(**tokenizer(texts, padding=True, return_tensors="pt")).last_hidden_state.mean(dim=1)


def of_a_row(texts):
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    return model(**batch).last_hidden_state.mean(dim=1).squeeze()


def of_each(texts):
    return [model(**tokenizer(one, padding=True, return_tensors="pt"))[0].mean(1) for one in texts]


def with_mask(texts: List[str]):
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    mask = batch["attention_mask"].unsqueeze(-1)
    return (model(**batch).last_hidden_state * mask).sum(1) / mask.sum(1)


def of_features(texts: List[str]):
    batch = tokenizer(texts, padding=True, return_tensors="pt")
    return model(**batch).last_hidden_state.mean(dim=2)


def without_padding(texts: List[str]):
    batch = tokenizer(texts, truncation=True, return_tensors="pt")
    return model(**batch).last_hidden_state.mean(dim=1)


def of_images(processor, images):
    batch = processor(images, padding=True, return_tensors="pt")
    return model(**batch).last_hidden_state.mean(dim=1)
