import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** What every npm script starts with. */
const PROGRAM = join(import.meta.dirname, '..', '..', '..', '..', 'bin', 'logyard.mjs')

export interface CommandResult {
  readonly code: number | null
  /** Everything that it printed. */
  readonly output: string
}

export interface RunningCommand {
  readonly child: ChildProcess
  readonly ended: Promise<CommandResult>
}

/** Starts `npm run backup`, `npm run restore` or `npm run store` on a data folder. */
export function startCommand(
  command: 'backup' | 'restore' | 'store',
  args: readonly string[],
  { dataFolder, env = {} }: { readonly dataFolder: string; readonly env?: Readonly<Record<string, string>> },
): RunningCommand {
  const others = Object.entries(process.env).filter(([name]) => !/^(LOGYARD|AWS)_/.test(name))
  const child = spawn(process.execPath, [PROGRAM, command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(others), LOGYARD_DATA: dataFolder, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<CommandResult>((resolve) => child.on('close', (code) => resolve({ code, output })))
  return { child, ended }
}

export const runCommand = (...args: Parameters<typeof startCommand>): Promise<CommandResult> =>
  startCommand(...args).ended
