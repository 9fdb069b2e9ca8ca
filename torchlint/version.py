"""The version, and where the pages of the rules are."""

__version__ = "0.1.0"

DOCS_URL = "https://torchlint.dev/rules"
