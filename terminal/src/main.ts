/** `logyard search|tail|...`: the client of a Logyard server in a terminal. Loads only what its command needs. */
import { parseArgs } from 'node:util'
import { createApi } from './api/api.ts'
import { ApiFailure } from './api/api-failure.ts'
import { type Command, type CommandOption, type Context, EXIT } from './command.ts'
import { COMMON_OPTIONS, commands } from './commands.ts'
import { chooseConnection } from './connection/connection.ts'
import { openOutput } from './output/output.ts'
import { printableLines } from './output/printable-text.ts'
import { Stopped, stopOnSignals } from './output/stopped.ts'
import { UsageError } from './usage-error.ts'

/** Runs a command. Resolves with the exit code. */
export async function terminal(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const command = commands[name]
  if (command === undefined || asksForHelp(args)) {
    const { helpText } = await import('./help.ts')
    process.stdout.write(helpText(name === 'help' ? args[0] : name))
    return EXIT.found
  }
  try {
    return await run(command, args, env)
  } catch (error) {
    return fail(error, `logyard ${name} --help`)
  }
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const options = end === -1 ? args : args.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

async function run(command: Command, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = { ...command.options, ...COMMON_OPTIONS }
  const { values, positionals } = readArguments(args, options)
  const text = (option: string): string | undefined => {
    const value = values[option]
    return typeof value === 'string' ? value : undefined
  }
  const color = (['auto', 'always', 'never'] as const).find((one) => one === text('color'))
  if (color === undefined) throw new UsageError('--color is auto, always or never.')
  const stop = stopOnSignals()
  const isPaged = command.isPaged === true && values['no-pager'] !== true
  const output = openOutput({ env, color, isPaged, stop })
  const connection = () => chooseConnection({ profile: text('profile'), ca: text('ca') }, env)
  const context: Context = {
    env,
    words: positionals,
    text,
    texts: (option) => [values[option] ?? []].flat().filter((value) => typeof value === 'string'),
    isSet: (option) => values[option] === true,
    output,
    say,
    signal: stop.signal,
    connection,
    connect: () => createApi(connection(), stop.signal),
  }
  try {
    const start = await command.load()
    return await start(context)
  } catch (error) {
    const { reason }: { reason?: unknown } = stop.signal
    if (reason instanceof Stopped) return reason.exitCode
    if (error instanceof ApiFailure && error.status === UNAUTHORIZED) throw tokenRefused(connection().from)
    throw error
  } finally {
    await output.end()
  }
}

const UNAUTHORIZED = 401

const tokenRefused = (from: string) =>
  new Error(`The server does not accept the token of ${from}. Make a new one in the console, then: logyard login URL`)

function readArguments(args: readonly string[], options: Readonly<Record<string, CommandOption>>) {
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(
        Object.entries(options).map(([name, { type, multiple = false, default: value }]) => [
          name,
          { type, multiple, ...(value === undefined ? {} : { default: value }) },
        ]),
      ),
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function say(lines: string): void {
  if (lines !== '') process.stderr.write(`${printableLines(lines)}\n`)
}

async function fail(error: unknown, help?: string): Promise<number> {
  const { QueryRefused, problemLines } = await import('./search/query-problems.ts')
  if (error instanceof QueryRefused) {
    const { painter } = await import('./output/colors.ts')
    const paint = painter(process.stderr.isTTY === true && (process.env['NO_COLOR'] ?? '') === '')
    process.stderr.write(`${problemLines(error.query, error.problems, paint).join('\n')}\n`)
    return EXIT.failed
  }
  say(`logyard: ${error instanceof Error ? error.message : error}`)
  if (error instanceof UsageError && help !== undefined) say(`See: ${help}`)
  return EXIT.failed
}
