import { parseArgs } from 'node:util'

const CONFIG_COMMANDS = ['pull', 'plan', 'apply'] as const
type ConfigCommand = (typeof CONFIG_COMMANDS)[number]

export interface ConfigOptions {
  readonly command: ConfigCommand
  readonly folder: string
  /** Address of the console, with a slash at the end. */
  readonly address: string
  readonly token: string
  /** Delete what the folder does not have, of the types that it has. */
  readonly prune: boolean
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:9000/'
const USAGE = `Usage: config ${CONFIG_COMMANDS.join('|')} FOLDER [--address URL] [--prune]
The token of the API is read from the variable CONFIG_TOKEN.`

export function readConfigOptions(args: readonly string[], env: NodeJS.ProcessEnv): ConfigOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      address: { type: 'string', default: DEFAULT_ADDRESS },
      prune: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [name, folder, ...more] = positionals
  const command = CONFIG_COMMANDS.find((one) => one === name)
  if (command === undefined || folder === undefined || more.length > 0) throw new Error(USAGE)
  const token = env['CONFIG_TOKEN'] ?? ''
  if (token === '') throw new Error('The variable CONFIG_TOKEN is empty: put a token of the API into it')
  const address = values.address.endsWith('/') ? values.address : `${values.address}/`
  return { command, folder, address, token, prune: values.prune }
}
