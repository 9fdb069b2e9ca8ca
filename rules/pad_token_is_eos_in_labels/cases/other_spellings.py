"""The padding is added as a special token, and comparisons are methods."""

from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("gpt2")
tokenizer.add_special_tokens({"pad_token": tokenizer.eos_token})


def labelled(texts):
    batch = tokenizer([text + tokenizer.eos_token for text in texts], padding=True, return_tensors="pt")
    labels = batch["input_ids"].clone()
    labels[labels.eq(tokenizer.pad_token_id)] = -100  # finding: also masks every end of text
    other = batch["input_ids"].masked_fill(batch["input_ids"].eq(tokenizer.pad_token_id), -100)  # finding: every end
    mask = labels.ne(tokenizer.pad_token_id)
    by_mask = batch["input_ids"].masked_fill(batch["attention_mask"].eq(0), -100)
    return labels, other, mask, by_mask
