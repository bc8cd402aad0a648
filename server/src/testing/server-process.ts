import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ALLOCATOR_ENV } from '../platform/allocator-env.ts'
import { WORK_FILE } from '../platform/crash-guard/crash-guard.ts'
import { UNEXPECTED_ERROR } from '../platform/crash-guard/unexpected-errors.ts'
import { nodeFlags } from '../platform/node-flags.ts'
import { createDataFolder } from './data-folder.ts'
import { databaseOf, dropDatabaseOf } from './settings-of-folder.ts'
import { onSmallDisk, seenFromOutside } from './small-disk.ts'

/** Built from the sources before the tests run. */
export const SERVER_PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'main.mjs')
const COMPILED = join(import.meta.dirname, '..', '..', '..', '.cache', 'compiled')

export const ADMIN_PASSWORD = 'correct horse battery'

export interface ServerProcess extends AsyncDisposable {
  /** Address with the prefix and a slash at the end. */
  readonly url: string
  readonly pid: number
  readonly dataFolder: string
  /** Everything that it printed: sentences and log lines. */
  output(): string
  /** The exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Sends the signal and resolves with the exit code (null when the signal ended it) once the process is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface ServerOptions {
  readonly dataFolder?: string
  readonly env?: Readonly<Record<string, string>>
  /** A file system of that size lies over the data folder, for this server alone. */
  readonly diskSize?: string
  /** How many files and connections it may have open. */
  readonly openFiles?: number
  /** By default the program that is built from the sources. */
  readonly program?: string
  /** Words before the command line, which run it elsewhere. */
  readonly runner?: readonly string[]
}

/** A whole Logyard in a process of its own, as `npm start` runs it, on a free port and a folder that goes with it. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataFolder = options.dataFolder ?? (await createDataFolder())
  // Tests kill servers again and again: the guard against circles would skip what was under way, such as inputs.
  await rm(join(dataFolder, WORK_FILE), { force: true })
  const { diskSize, openFiles, runner = [] } = options
  const database = await databaseOf(dataFolder)
  const [program, ...args] = [
    ...runner,
    ...(diskSize === undefined ? [] : onSmallDisk(dataFolder, diskSize)),
    ...(openFiles === undefined ? [] : ['sh', '-c', 'ulimit -n "$1" && shift && exec "$@"', 'sh', `${openFiles}`]),
    process.execPath,
    ...nodeFlags(process.env),
    options.program ?? SERVER_PROGRAM,
  ]
  const child = spawn(program ?? '', args, {
    // The channel ends the server when the test's process is gone, however that happens.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...withoutSettings(process.env),
      ...ALLOCATOR_ENV,
      // Saves each start the compilation.
      NODE_COMPILE_CACHE: COMPILED,
      LOGYARD_LISTEN: '127.0.0.1:0',
      LOGYARD_DATA: dataFolder,
      LOGYARD_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ...(database === undefined ? {} : { LOGYARD_POSTGRES_URL: database }),
      ...options.env,
    },
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('a piped stream is missing')
  let output = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  child.on('close', (code) => {
    if (code === UNEXPECTED_ERROR) console.error(output.split('\n').filter(isFatal).join('\n'))
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).on('line', (line) => {
      output += `${line}\n`
      const match = /ready: (\S+)/.exec(line)
      if (match?.[1] !== undefined) resolve(match[1])
    })
    // Not at `exit`: what the process printed last may still be in the pipe.
    child.on('close', (code) => reject(new Error(`Logyard ended with ${code} before it was ready:\n${output}`)))
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  const pid = child.pid ?? 0
  return {
    url,
    pid,
    dataFolder: diskSize === undefined ? dataFolder : seenFromOutside(pid, dataFolder),
    output: () => output,
    ended,
    end,
    async [Symbol.asyncDispose]() {
      await end('SIGTERM')
      if (options.dataFolder !== undefined) return
      await dropDatabaseOf(dataFolder)
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

const isFatal = (line: string) => line.includes('"level":60')

/** The settings of the shell that runs the tests are not those of the tests. */
const withoutSettings = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('LOGYARD_')))
