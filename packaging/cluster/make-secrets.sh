#!/bin/sh
# Writes the secrets that compose.cluster.yaml reads into the folder `secrets`. It changes none that are there.
set -eu
umask 077
mkdir -p secrets
cd secrets
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
[ -e logyard ] || random > logyard
[ -e postgres ] || random > postgres
[ -e clickhouse.env ] ||
  printf 'CLICKHOUSE_PASSWORD=%s\nCLICKHOUSE_CLUSTER_SECRET=%s\n' "$(random)" "$(random)" > clickhouse.env
. ./clickhouse.env
printf 'postgres://logyard:%s@postgres/logyard' "$(cat postgres)" > postgres-url
for server in 1 2; do
  printf 'http://logyard:%s@clickhouse-%s:8123/logyard\n' "$CLICKHOUSE_PASSWORD" "$server"
done | paste -sd, - > clickhouse-url
# The containers read them as users of their own.
chmod 0444 logyard postgres postgres-url clickhouse-url
