"""Parts of generate_deprecated_api.py: the sources of one version of a package, and what they warn of."""
