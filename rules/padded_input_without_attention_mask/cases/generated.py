"""Texts that are gone on with, where the padding is the end of text."""

from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("gpt2", padding_side="left")
tokenizer.pad_token = tokenizer.eos_token
model = AutoModelForCausalLM.from_pretrained("gpt2")


def complete(texts):
    batch = tokenizer(texts, padding="max_length", max_length=64, return_tensors="pt")
    yield model.generate(batch["input_ids"], max_new_tokens=20)  # finding: treats the padding as text
    yield model.generate(**batch, max_new_tokens=20)
    yield model.generate(batch["input_ids"], attention_mask=batch["attention_mask"])
    alone = tokenizer("it rains", return_tensors="pt")
    yield model.generate(alone["input_ids"])
