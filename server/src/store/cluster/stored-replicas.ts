/** What the settings say about the replicas of the server's cluster: also while the server runs, and without changing anything. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { createPostgresConnections } from '../../platform/settings/postgres/postgres-connections.ts'
import { SETTINGS_FILE } from '../../platform/settings/sqlite-settings.ts'
import { type ClusterState, clusterStateOf, clusterStates } from './cluster-state.ts'

/** A replica as the settings know it. */
export type StoredReplica = ClusterState['replicas'][number]

interface StateReader extends AsyncDisposable {
  read(): Promise<readonly StoredReplica[]>
}

const settingsMissing = (folder: string) =>
  new LogyardError(
    'not-found',
    'copy-settings-missing',
    `The settings of the server know which replicas of the cluster have all messages, and ${folder} has none: set LOGYARD_DATA`,
  )

const BUSY_TIMEOUT_MS = 5000
const WHERE = `FROM document WHERE collection = '${clusterStates.name}' AND id = 'cluster'`

export function openStateReader({
  config,
  ...deps
}: {
  readonly config: Pick<Config, 'LOGYARD_DATA' | 'LOGYARD_POSTGRES_URL' | 'LOGYARD_POSTGRES_CA'>
  readonly clock: Clock
  readonly log: Log
}): StateReader {
  const { LOGYARD_DATA: folder, LOGYARD_POSTGRES_URL: url, LOGYARD_POSTGRES_CA: authorities } = config
  if (url !== '') {
    const connections = createPostgresConnections({ ...deps, address: { url, authorities }, name: 'logyard-copy' })
    return {
      read: async () => replicasOf((await connections.run(`SELECT body ${WHERE}`))[0]?.['body']),
      [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
    }
  }
  const file = join(folder, SETTINGS_FILE)
  if (!existsSync(file)) throw settingsMissing(folder)
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  const select = db.prepare(`SELECT body ${WHERE}`)
  return {
    read: async () => replicasOf(select.get()?.['body']),
    async [Symbol.asyncDispose]() {
      db.close()
    },
  }
}

const replicasOf = (body: unknown): readonly StoredReplica[] => clusterStateOf(body).replicas
