/** Runs the real program against a server, as a shell does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'bin', 'commands.ts')

interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  output(): string
  errors(): string
}

export interface TerminalUnderTest extends AsyncDisposable {
  /** The home folder of the user, with no files at first. */
  readonly home: string
  run(...args: readonly string[]): Promise<Ended>
  start(...args: readonly string[]): Running
  /** Runs a shell where `logyard` is the program. */
  shell(script: string): Running
  /** The same user with other variables; undefined removes one. */
  with(env: NodeJS.ProcessEnv): TerminalUnderTest
}

/** `env` names the server and its token. */
export async function createTerminal(env: NodeJS.ProcessEnv): Promise<TerminalUnderTest> {
  const home = await mkdtemp(join(tmpdir(), 'logyard-home-'))
  const usual = { PATH: process.env['PATH'], HOME: home, TZ: 'UTC', ...env }
  return terminalWith(home, usual)
}

function terminalWith(home: string, env: NodeJS.ProcessEnv): TerminalUnderTest {
  const start = (program: string, args: readonly string[]) => running(spawn(program, args, { env }))
  const startTerminal = (...args: readonly string[]) => start(process.execPath, [PROGRAM, ...args])
  return {
    home,
    run: (...args) => startTerminal(...args).ended,
    start: startTerminal,
    shell: (script) =>
      start('bash', ['-o', 'pipefail', '-c', `logyard() { "${process.execPath}" "${PROGRAM}" "$@"; }\n${script}`]),
    with: (more) => terminalWith(home, { ...env, ...more }),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  }
}

function running(child: ChildProcess): Running {
  let output = ''
  let errors = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output, errors })))
  return { child, ended, output: () => output, errors: () => errors }
}
