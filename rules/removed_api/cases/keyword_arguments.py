"""Arguments that transformers does not take any more, given to its classes and to classes of the program's own."""

from dataclasses import dataclass, field

from transformers import Seq2SeqTrainingArguments, Trainer, TrainingArguments


class Weighted(Trainer):
    """Gives its base what it is given."""

    def compute_loss(self, model, inputs, return_outputs=False, **others):
        return model(**inputs).loss


class Renaming(Trainer):
    """Takes the old name, and gives its base the new one."""

    def __init__(self, *, tokenizer, **others):
        super().__init__(processing_class=tokenizer, **others)


class Handing(Trainer):
    def __init__(self, *, tokenizer, **others):
        super().__init__(tokenizer=tokenizer, **others)  # finding: `transformers.Trainer(tokenizer=)` fails since


@dataclass
class Settings(TrainingArguments):
    block_size: int = 512


@dataclass
class OldSettings(TrainingArguments):
    evaluation_strategy: str = field(default="no", metadata={"help": "kept for old scripts"})


class Lexer:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer


def fit(model, args, tokenizer, data):
    Trainer(model, args, tokenizer=tokenizer, train_dataset=data)  # finding: use `processing_class`
    Trainer(model, args, processing_class=tokenizer, train_dataset=data)
    Weighted(model=model, args=args, tokenizer=tokenizer)  # finding: `transformers.Trainer(tokenizer=)`
    Renaming(model=model, args=args, tokenizer=tokenizer)
    Handing(model=model, args=args, tokenizer=tokenizer)
    Lexer(tokenizer=tokenizer)


def settings(folder):
    yield TrainingArguments(folder, evaluation_strategy="epoch")  # finding: use `eval_strategy`
    yield Settings(folder, evaluation_strategy="epoch")  # finding: `transformers.TrainingArguments(evaluation_strategy=)`
    yield OldSettings(folder, evaluation_strategy="epoch")
    yield TrainingArguments(folder, eval_strategy="epoch")
    yield Seq2SeqTrainingArguments(folder, eval_strategy="epoch")


def for_either(model, args, tokenizer):
    try:
        return Trainer(model, args, processing_class=tokenizer)
    except TypeError:
        return Trainer(model, args, tokenizer=tokenizer)
