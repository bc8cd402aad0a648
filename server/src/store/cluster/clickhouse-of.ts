/** The ClickHouse servers that the settings name. */
import { readFileSync } from 'node:fs'
import { type Config, settingsRefused } from '../../platform/config.ts'
import { credentialsOf } from '../../platform/credentials.ts'
import type { ClusterAddress } from '../engine/engine-connections.ts'
import { LIMITED_USERS } from '../engine/engine-users.ts'
import type { ClusterAddresses } from './cluster-engine.ts'

const refused = (reason: string) => settingsRefused([reason])

/** `undefined` for the embedded engine. */
export function clickHouseOf(config: Config): ClusterAddress | ClusterAddresses | undefined {
  const urls = config.LOGYARD_CLICKHOUSE_URL.split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  const [url] = urls
  if (url === undefined) return undefined
  const shared = { ...usersOf(config), ...authorityOf(config) }
  const { LOGYARD_CLICKHOUSE_CLUSTER: cluster, LOGYARD_CLICKHOUSE_QUORUM: quorum } = config
  const isMissingSkipped = config.LOGYARD_CLICKHOUSE_MISSING_SHARD === 'skip'
  if (cluster !== '')
    return { ...shared, urls: urls.map(checked), cluster, quorum, ...(isMissingSkipped && { isMissingSkipped }) }
  if (isMissingSkipped)
    throw refused('LOGYARD_CLICKHOUSE_MISSING_SHARD: is for a cluster, which LOGYARD_CLICKHOUSE_CLUSTER names')
  if (urls.length > 1)
    throw refused('LOGYARD_CLICKHOUSE_CLUSTER: must name the cluster of the addresses of LOGYARD_CLICKHOUSE_URL')
  return { ...shared, url: checked(url) }
}

function checked(url: string): string {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url
  throw refused('LOGYARD_CLICKHOUSE_URL: must have addresses such as https://user:password@host:8443/logyard')
}

function usersOf(config: Config): Pick<ClusterAddress, 'users'> {
  if (LIMITED_USERS.some(({ setting }) => config[setting] === '')) return {}
  const users = LIMITED_USERS.map(({ name, setting }) => [name, credentialsOf(config[setting])] as const)
  return { users: Object.fromEntries(users) }
}

/** The authority of ClickHouse servers, if the system does not know it. */
export function authorityOf({ LOGYARD_CLICKHOUSE_CA: file }: Config): Pick<ClusterAddress, 'ca'> {
  if (file === '') return {}
  try {
    return { ca: readFileSync(file, 'utf8') }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw refused(`LOGYARD_CLICKHOUSE_CA: ${reason}`)
  }
}
