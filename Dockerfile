# One panel with its core: docker build -t sluice .       How to run it: docs/container.md
# The Dockerfile of a release names each base image by its digest (packaging/images.json).

FROM golang:1.26-bookworm AS go

FROM node:24-bookworm AS build
# Xray is built from its pinned source.
COPY --from=go /usr/local/go /usr/local/go
ENV PATH=/usr/local/go/bin:$PATH
WORKDIR /src
COPY . .
ARG TARGETARCH=amd64
# The history is not copied, so the time of the release is that of the newest change to a file.
ARG SOURCE_DATE_EPOCH
RUN export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(find . -type f -printf '%Ts\n' | sort -n | tail -1)}" \
  && arch=$(if [ "$TARGETARCH" = arm64 ]; then echo arm64; else echo x64; fi) \
  && npm run package -- --arch "$arch" --out /out \
  && mkdir /sluice \
  && tar -xzf /out/sluice-*-linux-"$arch".tar.gz -C /sluice --strip-components=1

FROM debian:bookworm-slim
# Names of time zones, and the authorities that certificates are checked against.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates tzdata \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 sluice \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin sluice \
  && install -d -m 0700 -o 10001 -g 10001 /data \
  && ln -s /opt/sluice/bin/sluice /usr/local/bin/sluice
COPY --from=build /sluice /opt/sluice
USER 10001:10001
# A container's loopback is its own: the panel listens on every address of it, over HTTPS (R6). `-p` decides who reaches it.
ENV SLUICE_DB_FOLDER=/data SLUICE_LISTEN=0.0.0.0 HOME=/data
WORKDIR /data
VOLUME /data
EXPOSE 2053 2096
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD /opt/sluice/bin/node /opt/sluice/packaging/where.mjs 127.0.0.1 "${SLUICE_PORT:-2053}" "${SLUICE_BASE_PATH:-/}" 5 >/dev/null
ENTRYPOINT ["/opt/sluice/bin/sluice"]
CMD ["run"]
