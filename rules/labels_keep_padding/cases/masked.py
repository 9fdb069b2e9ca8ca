from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("gpt2")


def encode(tokenizer, sample):
    encoded = tokenizer(sample["text"], truncation=True, padding="max_length", max_length=512)
    encoded["labels"] = encoded["input_ids"].copy()
    return encoded


def step(model, batch):
    labels = batch["labels"].masked_fill(batch["attention_mask"] == 0, -100)
    return model(batch["input_ids"], labels=labels).loss
