# Logyard as an image: `docker build -t logyard .`, or `docker compose up` with compose.yaml.

FROM node:26-bookworm-slim AS build
# Node of the packages needs libatomic.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN npm run package -- "linux-$(node -p process.arch)" \
  && mkdir /logyard \
  && tar -xzf dist/logyard-*.tar.gz --strip-components=1 -C /logyard

FROM debian:bookworm-slim
RUN useradd --uid 10001 --shell /usr/sbin/nologin --user-group --no-create-home --home-dir /var/lib/logyard logyard \
  && install -d -o logyard -g logyard -m 0700 /var/lib/logyard /var/cache/logyard
COPY --from=build /logyard /opt/logyard
ENV LOGYARD_DATA=/var/lib/logyard \
    LOGYARD_LISTEN=0.0.0.0:9000 \
    NODE_COMPILE_CACHE=/var/cache/logyard
USER logyard
WORKDIR /var/lib/logyard
VOLUME /var/lib/logyard
# Console and API; then the usual ports of inputs: syslog, Beats, GELF (TCP and UDP), OpenTelemetry.
EXPOSE 9000 1514 1514/udp 5044 12201 12201/udp 4317 4318
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["/opt/logyard/logyard", "health"]
ENTRYPOINT ["/opt/logyard/logyard"]
CMD ["start"]
