"""Encoders of sentences run without gradients; TRL's trainers are those of transformers, and its old PPO steps."""

import torch
from sentence_transformers import CrossEncoder, SentenceTransformer
from transformers import AutoModelForCausalLM
from trl import AutoModelForCausalLMWithValueHead, PPOTrainer, SFTTrainer, create_reference_model
from unsloth import FastLanguageModel

encoder = SentenceTransformer("all-MiniLM-L6-v2")
reveal(encoder)  # module, sentence_transformers.SentenceTransformer
reveal(encoder.encode(["a text"]))  # unknown
reveal(CrossEncoder("somebody/ranker").predict([("a", "b")]))  # unknown
encoder.eval()
for texts in [["a"], ["b"]]:
    print(encoder.encode(texts))
for words in torch.ones(64, 8).split(4):
    print(encoder({"input_ids": words})["sentence_embedding"].argmax(1))  # finding: evaluated with gradients enabled

policy = AutoModelForCausalLMWithValueHead.from_pretrained("somebody/something")
reveal(policy)  # module
reveal(create_reference_model(policy))  # module
trainer = PPOTrainer(model=policy)
reveal(trainer)  # framework, sentence_transformers.PPOTrainer
for batch in torch.utils.data.DataLoader([]):
    reveal(trainer.step(batch, batch, batch))  # number
tuned = AutoModelForCausalLM.from_pretrained("somebody/something")
tuner = SFTTrainer(model=tuned)
reveal(tuner)  # framework, transformers.Trainer
tuner.train()

model, tokenizer = FastLanguageModel.from_pretrained("somebody/something")
reveal(model)  # module
model = FastLanguageModel.get_peft_model(model, r=16)
reveal(model)  # module, peft.PeftModel
FastLanguageModel.for_inference(model)
for words in torch.ones(64, 8).split(4):
    print(model(words).logits.argmax(-1))  # finding: `model` is evaluated with gradients enabled
