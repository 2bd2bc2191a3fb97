# attrib with git, for any CI:
#
#   docker build -t attrib .
#   docker run --rm -v "$PWD:/repository" attrib report main..topic
#
# Debian's slim image, as pygit2's wheels need glibc. SOURCE_DATE and REVISION are for the labels.
FROM python:3.13-slim

ARG REVISION=unknown
ARG SOURCE_DATE=unknown
LABEL org.opencontainers.image.title="attrib" \
      org.opencontainers.image.description="Links recorded agent sessions to commits by the content that both hold" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${SOURCE_DATE}"

# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends git \
 && rm -rf /var/lib/apt/lists/* \
 # In here the repository belongs to whoever started the container: there is nobody to guard.
 && git config --system --add safe.directory '*' \
 && useradd --create-home --uid 10001 attrib

COPY . /source
RUN python -m pip install --no-cache-dir --disable-pip-version-check "/source[hosts]" \
 && rm -rf /source

USER 10001
WORKDIR /repository
ENTRYPOINT ["attrib"]
CMD ["--help"]
