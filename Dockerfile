# torchlint without PyTorch, for pipelines: docker run --rm -v "$PWD:/src" IMAGE .
FROM python:3.13-alpine AS build
WORKDIR /build
COPY pyproject.toml README.md LICENSE ./
COPY tools tools
COPY torchlint torchlint
COPY rules rules
RUN pip install --no-cache-dir --prefix=/installed .

FROM python:3.13-alpine
LABEL org.opencontainers.image.title="torchlint" \
      org.opencontainers.image.description="Finds what is wrong in PyTorch code, says why, and fixes it" \
      org.opencontainers.image.licenses="MIT"
# git is for --since and .gitignore. The mounted tree belongs to another user, and git refuses to read such a tree unless
# it is named; the image's own fixed release of Alpine holds the version of git.
# hadolint ignore=DL3018
RUN apk add --no-cache git && git config --system --add safe.directory '*'
COPY --from=build /installed /usr/local
WORKDIR /src
ENTRYPOINT ["torchlint"]
