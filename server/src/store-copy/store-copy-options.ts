import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Credentials, credentialsOf } from '../platform/credentials.ts'

const COMMANDS = ['copy', 'verify'] as const

export interface StoreCopyOptions {
  readonly command: (typeof COMMANDS)[number]
  readonly target: string
  /** The name of the cluster of the addresses of the target; empty for a single server. */
  readonly cluster: string
  /** Signs in at the target. */
  readonly user: Credentials | undefined
  readonly isCutOver: boolean
  readonly isWithoutClosed: boolean
  readonly bytesPerSecond: number | undefined
  /** Address of the console, with a slash at the end. */
  readonly address: string
  readonly token: string
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:9000/'

const USAGE = `Usage: store copy TARGET [--cut-over] [--limit MB] [--without-closed]
       store verify TARGET
TARGET is embedded, or the address of a ClickHouse server: https://HOST:8443/DATABASE
Of a cluster it has the addresses of all servers, with commas between them.

  --cluster NAME     the name of that cluster, as for LOGYARD_CLICKHOUSE_CLUSTER
  --cut-over         pause processing, copy the rest, and leave the server ready to be restarted on the target
  --limit MB         copy at most so many megabytes a second
  --without-closed   leave closed indices behind
  --user-file FILE   file with NAME:PASSWORD of the user of the target, or the variable STORE_USER
  --address URL      of the console, for --cut-over (${DEFAULT_ADDRESS}); STORE_TOKEN is a token of its API`

export async function readStoreCopyOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<StoreCopyOptions> {
  const { values, positionals } = parseOptions(args)
  const [name, target, ...more] = positionals
  const command = COMMANDS.find((one) => one === name)
  const limit = values.limit === undefined ? undefined : Number(values.limit)
  if (command === undefined || target === undefined || more.length > 0) throw new Error(USAGE)
  if (limit !== undefined && !(limit > 0)) throw new Error(USAGE)
  const file = values['user-file']
  const user = file === undefined ? (env['STORE_USER'] ?? '') : (await readFile(file, 'utf8')).trim()
  return {
    command,
    target,
    cluster: values.cluster,
    user: user === '' ? undefined : credentialsOf(user),
    isCutOver: values['cut-over'],
    isWithoutClosed: values['without-closed'],
    bytesPerSecond: limit === undefined ? undefined : limit * 2 ** 20,
    address: values.address.endsWith('/') ? values.address : `${values.address}/`,
    token: env['STORE_TOKEN'] ?? '',
  }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'cut-over': { type: 'boolean', default: false },
        'without-closed': { type: 'boolean', default: false },
        cluster: { type: 'string', default: '' },
        limit: { type: 'string' },
        'user-file': { type: 'string' },
        address: { type: 'string', default: DEFAULT_ADDRESS },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new Error(USAGE, { cause: error })
  }
}
