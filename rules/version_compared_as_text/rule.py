from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="api", severity="warning", symptoms="crash", words="__version__", preview=True)
def check(file: File) -> Findings:
    """Comparing `transformers.__version__` with "4.9" compares text, in which "4.10" is less; parse it first."""
    for version in detect.versions_as_text(file):
        if version.is_of_torch:
            how = f"`{version}` cuts a version such as 2.13.0 as text, which may compare wrong"
            yield finding(version, f"{how}; compare `torch.__version__` itself")
        else:
            how = f'`{version}` is compared as text, in which "4.10" is less than "4.9"'
            yield finding(version, f"{how}; use `packaging.version.parse`")
