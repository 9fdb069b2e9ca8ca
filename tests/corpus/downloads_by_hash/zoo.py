"""Weights from a server of our own: the names of some files hold their hashes, as `check_hash=True` wants them."""

from torch.hub import load_state_dict_from_url

HASHED = {
    "small": "https://example.org/small-12345678.pth",
    "large": "https://example.org/large-b0-90abcdef.pth",
}
PLAIN = {"small": "https://example.org/small.pth", "base": "https://example.org/sam-b.pth"}
KEPT = "https://example.org/kept-12345678.pth?download=1"


def hashed(kind):
    return load_state_dict_from_url(HASHED[kind])  # finding: pass `check_hash=True`


def one_hashed(flag):
    return load_state_dict_from_url(KEPT, check_hash=False)  # finding: pass `check_hash=True`


def renamed(kind):
    return load_state_dict_from_url(HASHED[kind], file_name="model.pth")  # finding: require torch>=2.3


def plain(kind):
    return load_state_dict_from_url(PLAIN[kind])  # finding: require torch>=2.3 and pass `weights_only=True`


def unknown(address):
    return load_state_dict_from_url(address)  # finding: require torch>=2.3 and pass `weights_only=True`


def checked(kind, flag):
    return load_state_dict_from_url(HASHED[kind], check_hash=True), load_state_dict_from_url(KEPT, check_hash=flag)
