import type { CommandOption } from './command.ts'
import { COMMON_OPTIONS, commands } from './commands.ts'

/** The help of a command, or the list of all. */
export function helpText(name: string | undefined): string {
  const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name]
  if (name === undefined || command === undefined) return overview()
  const { summary, arguments: words, details, options } = command
  return [
    `logyard ${name}: ${summary}`,
    '',
    `Usage: logyard ${name} ${words === '' ? '' : `${words} `}[OPTIONS]`,
    ...(details === undefined ? [] : ['', details]),
    '',
    ...rowsOf({ ...options, ...COMMON_OPTIONS }),
    '',
  ].join('\n')
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  return [
    'Logyard in the terminal',
    '',
    'Usage: logyard COMMAND [ARGUMENTS] [OPTIONS]     logyard COMMAND --help',
    '',
    ...Object.entries(commands)
      .filter(([, { summary }]) => summary !== '')
      .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    `  ${'config'.padEnd(width)}  the configuration as files: pull, plan and apply, with FOLDER`,
    '',
    'The server: a profile of `logyard login`, or the variables LOGYARD_URL and LOGYARD_TOKEN.',
    'Exit codes: 0 found, 1 nothing found, 2 error, 130 interrupted, 141 the pipe was closed.',
    'Commands of the server: logyard --help',
    '',
  ].join('\n')
}

function rowsOf(options: Readonly<Record<string, CommandOption>>): readonly string[] {
  const rows = Object.entries(options).map(([name, { value, help, default: usual }]) => ({
    left: `--${name}${value === undefined ? '' : ` ${value}`}`,
    right: usual === undefined ? help : `${help} [${usual}]`,
  }))
  const width = Math.max(...rows.map(({ left }) => left.length))
  return rows.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`)
}
