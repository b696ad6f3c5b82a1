# The image of every service: the dist archive on a JRE. The archive comes first:
#   mvn -B -Dquick -Dmaven.test.skip=true package
#   docker build -t sluice:0.1.0 .
# What it wants when it runs: a /tmp that may hold and execute files (RocksDB unpacks its library there), and for
# `sluice send` a volume at /var/lib/sluice. The root file system may be read-only:
#   docker run --read-only --tmpfs /tmp:exec sluice:0.1.0 send
ARG JRE=eclipse-temurin:17-jre

FROM ${JRE} AS dist
ADD cli/target/sluice-*.tar.gz /unpacked/
RUN mv /unpacked/sluice-* /opt/sluice
COPY deploy/docker/healthy /opt/sluice/bin/healthy

FROM ${JRE}
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Sluice" \
      org.opencontainers.image.description="A durable Telegram gateway for Kafka" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

COPY --from=dist /opt/sluice /opt/sluice

# A class-data archive: what a start loads is kept as it lies in memory. It is made by a start that finds no Kafka (exit
# code 3), with the very files and the JVM that use it; where it does not fit, the JVM goes on without it.
RUN test -e "$JAVA_HOME/lib/server/classes.jsa" || java -Xshare:dump
RUN cd /tmp && code=0 && \
    SLUICE_JAVA_OPTS=-XX:ArchiveClassesAtExit=/opt/sluice/lib/sluice.jsa \
    SLUICE_KAFKA_BOOTSTRAP_SERVERS=127.0.0.1:9 SLUICE_STARTUP_TIMEOUT=3s SLUICE_STATE_DIR=/tmp/state \
    SLUICE_TELEGRAM_TOKENS=1:made-up-token-for-the-image-build-- \
    /opt/sluice/bin/sluice send || code=$? && \
    test "$code" = 3 && test -s /opt/sluice/lib/sluice.jsa && rm -rf /tmp/* && \
    printf '%s\n' '' '# of the image: what a start loads, and room beside the heap for RocksDB and buffers' \
      -XX:SharedArchiveFile=/opt/sluice/lib/sluice.jsa -XX:MaxRAMPercentage=50 >>/opt/sluice/config/jvm.options && \
    mkdir -p /var/lib/sluice && chown 10001:10001 /var/lib/sluice

# Few malloc arenas: RocksDB's allocations are short-lived, and glibc keeps an arena per thread.
ENV PATH=/opt/sluice/bin:$PATH MALLOC_ARENA_MAX=2 SLUICE_STATE_DIR=/var/lib/sluice/state
WORKDIR /var/lib/sluice
VOLUME /var/lib/sluice
USER 10001:10001
EXPOSE 8400 8401 8402 8404
HEALTHCHECK --interval=10s --timeout=6s --start-period=40s CMD ["/opt/sluice/bin/healthy"]
ENTRYPOINT ["/opt/sluice/bin/sluice"]
