import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { DATA_FOLDERS } from '../server/src/testing/data-folder.ts'
import { temporaryFolder } from '../server/src/testing/temporary-folder.ts'

const root = join(import.meta.dirname, '..')
/** Starts servers one after the other, each with an engine. */
const TESTS_WITH_SERVERS = 'server/src/data-folder.test.ts'
const RUNNER = /\bbin\/commands\.ts test\b/
const STARTED = [/\bvitest\b.* run\b/, /\bserver\/dist\/main\.mjs/, /\bengine\/src\/main\.ts/]

/** The machine's own Node, with which `npm test` begins; the project's Node runs the steps in a second process. */
const machineNode =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path)) ?? process.execPath

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

/** Commands with their process ids, of those that have this folder for temporary files or work in it. */
function processesIn(folder: string): readonly { readonly pid: number; readonly command: string }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const command = readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
    const isOurs = command.includes(folder) || readIfThere(`/proc/${pid}/environ`).includes(`TMPDIR=${folder}`)
    return isOurs ? [{ pid: Number(pid), command }] : []
  })
}

async function startTests() {
  const temporary = await temporaryFolder()
  const outer = spawn(machineNode, ['bin/logyard.mjs', 'test', 'unit', TESTS_WITH_SERVERS], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: temporary.path, [DATA_FOLDERS]: temporary.path },
  })
  const ended = new Promise<number | null>((resolve) => outer.on('exit', resolve))
  const commands = () => processesIn(temporary.path).map(({ command }) => command)
  const missing = () => STARTED.filter((pattern) => !commands().some((command) => pattern.test(command)))
  await expect.poll(missing, { timeout: 60_000 }).toEqual([])
  const runner = processesIn(temporary.path).find(({ command }) => RUNNER.test(command))
  return { outer, ended, commands, runner, [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose]() }
}

const isLinux = process.platform === 'linux'

test.skipIf(!isLinux).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s to the first process of `npm test` ends every process of the tests',
  { timeout: 120_000 },
  async (signal) => {
    await using tests = await startTests()
    const { outer, ended, commands } = tests
    outer.kill(signal)
    expect(await ended).toBe(130)
    expect(commands()).toEqual([])
  },
)

test.skipIf(!isLinux)('processes of the tests end when the first process is killed', { timeout: 120_000 }, async () => {
  await using tests = await startTests()
  const { outer, ended, commands } = tests
  outer.kill('SIGKILL')
  expect(await ended).toBe(null)
  await expect.poll(commands).toEqual([])
})

test.skipIf(!isLinux)('processes of the tests end when their runner is killed', { timeout: 120_000 }, async () => {
  await using tests = await startTests()
  const { runner, ended, commands } = tests
  process.kill(runner?.pid ?? Number.NaN, 'SIGKILL')
  expect(await ended).not.toBe(0)
  await expect.poll(commands).toEqual([])
})
