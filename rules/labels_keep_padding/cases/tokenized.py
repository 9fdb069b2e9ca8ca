from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("gpt2")


def encode(tokenizer, sample):
    encoded = tokenizer(sample["text"], truncation=True, padding="max_length", max_length=512)
    encoded["labels"] = encoded["input_ids"].copy()  # finding: keeps the padding, which the model learns to generate
    return encoded


def encode_dict(tokenizer, texts):
    out = tokenizer(texts, padding="max_length", return_tensors="pt")
    return {"input_ids": out.input_ids, "labels": out.input_ids}  # finding: keeps the padding, which the model learns


def step(model, tokenizer, texts):
    batch = tokenizer(texts, padding=True, return_tensors="pt").to("cuda")
    loss = model(**batch, labels=batch["input_ids"]).loss  # suspected: keeps the padding
    answers = tokenizer(texts, padding="longest", return_tensors="pt").input_ids
    loss += model(**batch, labels=answers).loss  # suspected: `answers` keeps the padding
    single = tokenizer("only one text", padding=True, return_tensors="pt")
    loss += model(**single, labels=single["input_ids"]).loss
    plain = tokenizer(texts, truncation=True)
    return loss + model(plain["input_ids"], labels=plain["input_ids"]).loss + model(**batch, labels=texts).loss
