# The bot with its locked dependencies. Build it with: docker build -t tractor .
# Data is in the volume /data; settings are environment variables (docs/settings.md).
FROM python:3.13-slim AS build
WORKDIR /build
COPY requirements.lock ./
RUN python -m venv /opt/tractor \
 && /opt/tractor/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock
COPY pyproject.toml setup.py LICENSE README.md ./
COPY engine engine
COPY bot bot
COPY migrations migrations
COPY assets assets
RUN /opt/tractor/bin/python -m pip install --no-cache-dir --disable-pip-version-check --no-deps . \
 && /opt/tractor/bin/python -m compileall -q /opt/tractor

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin tractor \
 && install -d -o tractor -g tractor -m 700 /data
COPY --from=build /opt/tractor /opt/tractor
ENV PATH=/opt/tractor/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    container=oci \
    DATABASE_URL=sqlite+aiosqlite:////data/tractor.db \
    LOCAL_STATE=/data/local-discord.db \
    BACKUP_FOLDER=/data/backups \
    LOG_FORMAT=json \
    METRICS_PORT=9464
# By number, so that those who forbid root can see that this is another user.
USER 10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"METRICS_PORT\"]}/healthz', timeout=4)"]
ENTRYPOINT ["tractor"]
CMD ["run"]
