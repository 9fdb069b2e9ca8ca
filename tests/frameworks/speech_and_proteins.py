"""Whisper is in train mode and computes the same; protein models come in train mode with an alphabet."""

import esm
import torch
import whisper

listener = whisper.load_model("base")
reveal(listener)  # module, whisper.Whisper
reveal(listener.transcribe("a.wav"))  # number
with torch.no_grad():
    for sound in torch.rand(64, 80, 8).split(4):
        print(listener.embed_audio(sound).argmax(1))
listener.eval()
for sound in torch.rand(64, 80, 8).split(4):
    print(listener.embed_audio(sound).argmax(1))  # finding: `listener.embed_audio` is evaluated

proteins, alphabet = esm.pretrained.esm2_t6_8M_UR50D()
reveal(proteins)  # module, esm.ESM2
reveal(alphabet)  # unknown
proteins.eval()
for tokens in torch.ones(64, 8).split(4):
    print(proteins(tokens)["logits"].argmax(-1))  # finding: `proteins` is evaluated with gradients enabled
with torch.no_grad():
    for tokens in torch.ones(64, 8).split(4):
        print(proteins(tokens)["logits"].argmax(-1))
reveal(esm.pretrained.esmfold_v1().eval())  # module, esm.ESMFold
