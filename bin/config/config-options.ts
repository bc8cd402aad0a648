import { parseArgs } from 'node:util'
import { type Connection, chooseConnection, serverAddress } from '../../terminal/src/connection/connection.ts'

const CONFIG_COMMANDS = ['pull', 'plan', 'apply'] as const
type ConfigCommand = (typeof CONFIG_COMMANDS)[number]

export interface ConfigOptions {
  readonly command: ConfigCommand
  readonly folder: string
  readonly connection: Connection
  /** Delete what the folder does not have, of the types that it has. */
  readonly prune: boolean
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:9000/'
const USAGE = `Usage: config ${CONFIG_COMMANDS.join('|')} FOLDER [--profile NAME | --address URL] [--ca FILE] [--prune]
Without --profile, the token of the API is read from the variable CONFIG_TOKEN, if it has one.`

export function readConfigOptions(args: readonly string[], env: NodeJS.ProcessEnv): ConfigOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      address: { type: 'string' },
      profile: { type: 'string' },
      ca: { type: 'string' },
      prune: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [name, folder, ...more] = positionals
  const command = CONFIG_COMMANDS.find((one) => one === name)
  if (command === undefined || folder === undefined || more.length > 0) throw new Error(USAGE)
  return { command, folder, connection: connectionOf(values, env), prune: values.prune }
}

interface ConnectionOptions {
  readonly address?: string
  readonly profile?: string
  readonly ca?: string
}

/** With a variable of its own from the time before profiles. */
function connectionOf({ address, profile, ca }: ConnectionOptions, env: NodeJS.ProcessEnv): Connection {
  const token = env['CONFIG_TOKEN'] ?? ''
  if (profile !== undefined || (token === '' && address === undefined)) return chooseConnection({ profile, ca }, env)
  if (token === '') throw new Error('The variable CONFIG_TOKEN is empty: put a token of the API into it')
  const url = serverAddress(address ?? DEFAULT_ADDRESS)
  return { url, token, from: 'CONFIG_TOKEN', ...(ca === undefined ? {} : { ca }) }
}
