# torchlint without PyTorch, for pipelines: docker run --rm -v "$PWD:/src" IMAGE .
# Another base is any image with Python 3.10 or newer and pip, of Alpine or Debian, or with git: docker build --build-arg BASE=python:3.13-slim .
ARG BASE=python:3.13-alpine
FROM ${BASE} AS build
WORKDIR /build
COPY pyproject.toml README.md LICENSE ./
COPY tools tools
COPY torchlint torchlint
COPY rules rules
# Each Python installs where it looks for programs and packages: Debian's own is not the one of Docker's Python images.
RUN pip install --no-cache-dir --root=/installed .

FROM ${BASE}
LABEL org.opencontainers.image.title="torchlint" \
      org.opencontainers.image.description="Finds what is wrong in PyTorch code, says why, and fixes it" \
      org.opencontainers.image.licenses="MIT"
# git is for --since and .gitignore. The mounted tree belongs to another user, and git refuses to read such a tree unless
# it is named; the base image's own fixed release holds the version of git.
# hadolint ignore=DL3008,DL3018
RUN if ! command -v git; then \
      if command -v apk; then apk add --no-cache git; \
      else apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*; fi; \
    fi \
    && git config --system --add safe.directory '*'
COPY --from=build /installed /
WORKDIR /src
ENTRYPOINT ["torchlint"]
