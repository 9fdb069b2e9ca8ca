"""What takes long whoever calls it: reading a whole file, listing a folder, making a kernel, loading a model."""

from __future__ import annotations

# Functions by what they do, in the words of a finding. All read what they are given from the beginning.
_READS = "reads the whole file"
_LISTS = "lists the folder"
_MAKES_KERNEL = "computes its kernel"
_LOADS_MODEL = "loads a model"
COSTLY_CALLS = {
    **dict.fromkeys(
        (
            "pandas.read_csv", "pandas.read_json", "pandas.read_pickle", "pandas.read_parquet", "pandas.read_excel",
            "pandas.read_table", "numpy.load", "numpy.loadtxt", "numpy.genfromtxt", "torch.load", "json.load",
            "pickle.load", "yaml.safe_load", "scipy.io.loadmat", "joblib.load", "pycocotools.coco.COCO",
        ),
        _READS,
    ),
    **dict.fromkeys(("os.listdir", "os.walk", "os.scandir", "glob.glob"), _LISTS),
    **dict.fromkeys(
        (
            "torchaudio.transforms.Resample", "torchaudio.transforms.MelSpectrogram", "torchaudio.transforms.MFCC",
            "torchaudio.transforms.Spectrogram", "torchaudio.transforms.MelScale", "librosa.filters.mel",
        ),
        _MAKES_KERNEL,
    ),
}  # fmt: skip
# Methods of classes that load weights or a vocabulary.
LOADING_METHODS = {"from_pretrained": _LOADS_MODEL}
# Functions and classes that load the weights of a trained network, whatever they are given.
LOADS_NETWORK = frozenset(
    (
        "lpips.LPIPS", "torch.hub.load", "clip.load", "open_clip.create_model_and_transforms", "whisper.load_model",
        "sentence_transformers.SentenceTransformer", "pyiqa.create_metric", "facenet_pytorch.InceptionResnetV1",
        "torchmetrics.image.LearnedPerceptualImagePatchSimilarity", "piq.LPIPS", "piq.DISTS",
        "torchmetrics.image.lpip.LearnedPerceptualImagePatchSimilarity", "DISTS_pytorch.DISTS",
        "torchmetrics.image.fid.FrechetInceptionDistance", "torchmetrics.image.FrechetInceptionDistance",
        "bert_score.BERTScorer",
    )
)  # fmt: skip
# Functions that do so if they are asked to, by the beginning of their names, and the arguments that ask.
ASKED_FOR_WEIGHTS = {"torchvision.models.": ("weights", "pretrained"), "timm.create_model": ("pretrained",)}
# What `from_pretrained` of these classes loads has no layers: by the end of the class's name.
NOT_NETWORKS = ("Tokenizer", "TokenizerFast", "Config", "Processor", "FeatureExtractor", "Scheduler", "Embedding")
