"""The collator of transformers ignores the padding in the labels of causal language models, and of no others."""

from transformers import AutoTokenizer, DataCollatorForLanguageModeling, DataCollatorWithPadding


def ended(texts, path):
    tokenizer = AutoTokenizer.from_pretrained(path)
    tokenizer.pad_token = tokenizer.eos_token
    rows = [tokenizer(text + tokenizer.eos_token) for text in texts]
    collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=False)  # finding: also masks every end of text
    again = DataCollatorForLanguageModeling(tokenizer, False)  # finding: add a separate pad token
    filled_in = DataCollatorForLanguageModeling(tokenizer, mlm=True), DataCollatorForLanguageModeling(tokenizer)
    return collator(rows), again, filled_in, DataCollatorWithPadding(tokenizer)(rows)


def padded_otherwise(texts, path):
    coder = AutoTokenizer.from_pretrained(path)
    coder.add_special_tokens({"pad_token": "<pad>"})
    rows = [coder(text + coder.eos_token) for text in texts]
    return DataCollatorForLanguageModeling(coder, mlm=False)(rows)
