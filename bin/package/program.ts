/**
 * The program of a package, which its `logyard` runs with the Node beside it. Each command loads its own parts: those of the
 * terminal are in a hurry.
 */

import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { isTerminalCommand } from '../../terminal/src/commands.ts'

const root = join(import.meta.dirname, '..', '..')

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  async start(args) {
    const { ALLOCATOR_ENV } = await import('../../server/src/platform/allocator-env.ts')
    const { nodeFlags } = await import('../../server/src/platform/node-flags.ts')
    const { supervise } = await import('../supervise.mjs')
    const server = join(root, 'server', 'dist', 'main.mjs')
    const env = {
      // Saves each start the compilation.
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      ...process.env,
      ...ALLOCATOR_ENV,
    }
    return supervise(process.execPath, [...nodeFlags(process.env), server, ...args], { env })
  },
  async backup(args) {
    const { backup } = await import('../../server/src/backup/backup-cli.ts')
    await backup(args, process.env)
    return 0
  },
  async restore(args) {
    const { restore } = await import('../../server/src/backup/backup-cli.ts')
    await restore(args, process.env)
    return 0
  },
  async store(args) {
    const { store } = await import('../../server/src/store-copy/store-copy-cli.ts')
    return await store(args, process.env)
  },
  async settings(args) {
    const { settings } = await import('../../server/src/backup/settings-cli.ts')
    await settings(args, process.env)
    return 0
  },
  async config(args) {
    const { config } = await import('../config/config.ts')
    return await config(args, process.env)
  },
  async health() {
    const { checkHealth } = await import('./check-health.ts')
    return await checkHealth(process.env)
  },
}

const HELP = `Logyard collects logs, stores them and searches them.

Usage: logyard [--env-file FILE] [COMMAND]

  start            run the server in the foreground (without a command, too)
  backup TARGET    back up messages and settings into a folder or an S3 bucket
  restore TARGET   restore the newest backup into an empty data folder
  store copy TARGET
                   copy the messages to a ClickHouse server, or back from there
  settings move --to postgresql|sqlite
                   move all settings to PostgreSQL, or back
  config pull|plan|apply FOLDER
                   write the configuration as YAML files, compare and apply them
  health           exit with 0 if the server works, and with 1 if not
  --version, --help

In the terminal: search, tail, patterns, export and others, see: logyard help

Settings of the server are environment variables, also in a FILE with lines NAME=value:
`

async function help(): Promise<string> {
  const { Config } = await import('../../server/src/platform/config.ts')
  const lines = Object.entries<object>(Config.properties).map(([name, schema]) => {
    const fallback = 'default' in schema && schema.default !== '' ? ` [${schema.default}]` : ''
    return `  ${name}${fallback}\n      ${'description' in schema ? schema.description : ''}`
  })
  return HELP + lines.join('\n')
}

/** Resolves with the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const [name = 'start', ...rest] = args
  if (name === '--env-file') {
    loadEnvFile(rest[0])
    return run(rest.slice(1))
  }
  if (isTerminalCommand(name)) {
    const { terminal } = await import('../../terminal/src/main.ts')
    return await terminal(name, rest, process.env)
  }
  if (name === '--version') {
    const { VERSION } = await import('../../server/src/machine/version.ts')
    console.log(`Logyard ${VERSION} (Node ${process.version}, ${process.platform}-${process.arch})`)
  } else if (name === '--help') console.log(await help())
  else {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined) throw new Error(`Unknown command '${name}', see: logyard --help`)
    process.env['LOGYARD_DATA'] ??= join(root, 'data')
    return await command(rest)
  }
  return 0
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
