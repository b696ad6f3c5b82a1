# The simulated Bot API and its traffic, for docker-compose.yml only; which of the two is the command's first word.
ARG JRE=eclipse-temurin:17-jre

FROM ${JRE} AS archive
ADD local-stack/target/sluice-simulation-*.tar.gz /unpacked/
RUN mv /unpacked/sluice-simulation-* /opt/simulation

FROM ${JRE}
COPY --from=archive /opt/simulation /opt/simulation
USER 10001:10001
ENTRYPOINT ["java", "-Xmx384m", "-cp", "/opt/simulation/lib/*"]
