import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../server/src/testing/temporary-folder.ts'
import { runSteps, type Step } from './run-steps.ts'

const root = join(import.meta.dirname, '..')
const script = (title: string, text: string): Step => ({
  title,
  program: 'node',
  args: ['--input-type=module', '-e', text],
})
const fail = 'process.exitCode = 1'
/** Ends when the file is there. */
const waitFor = (path: string) => `
  import { existsSync } from 'node:fs'
  import { setTimeout } from 'node:timers/promises'
  while (!existsSync(${JSON.stringify(path)})) await setTimeout(20)`

afterEach(() => {
  vi.restoreAllMocks()
})

const printed: string[] = []
function capture(): void {
  printed.length = 0
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text.replace(/ in [\d.]+ s$/, '')))
}

test('lanes run side by side: steps of the last show each line at once, those of others end first', async () => {
  await using folder = await temporaryFolder()
  const released = join(folder.path, 'released')
  capture()
  const tests = script('tests', `console.log('begun'); ${waitFor(released)}; console.log('done')`)
  const release = script(
    'check',
    `import { writeFileSync } from 'node:fs'
    console.log('one'); console.log('two'); writeFileSync(${JSON.stringify(released)}, '')`,
  )
  const failed = await runSteps(root, [[release, script('second', fail)], [tests]], new AbortController().signal)
  expect(failed).toEqual(['second'])
  expect(printed.filter((text) => !text.includes('== tests'))).toEqual(
    expect.arrayContaining([
      '\n== check\none\ntwo\n== check: passed',
      'begun',
      'done',
      '\n== second\n== second: FAILED',
    ]),
  )
})

/** Both ignore the polite signals; the second is started by the first, and outlives it. */
const stubborn = (pids: string) => `
  import { spawn } from 'node:child_process'
  import { appendFileSync } from 'node:fs'
  process.on('SIGTERM', () => undefined)
  appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n')
  if (process.argv[1] !== 'child') spawn(process.execPath, [...process.execArgv, 'child'], { stdio: 'ignore' })
  setInterval(() => undefined, 1000)`

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('an abort ends processes that ignore SIGTERM, and starts no further step', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder()
  const pids = join(folder.path, 'pids')
  writeFileSync(pids, '')
  capture()
  const aborting = new AbortController()
  const second = join(folder.path, 'second')
  const steps = [script('stubborn', stubborn(pids)), script('second', `${waitFor(second)}`)]
  const running = runSteps(root, [steps, [script('tests', waitFor(second))]], aborting.signal)
  const started = () => readFileSync(pids, 'utf8').trim().split('\n').map(Number)
  await expect.poll(() => started().length).toBe(2)
  expect(started().map(isRunning)).toEqual([true, true])
  aborting.abort()
  expect(await running).toEqual(['stubborn', 'tests'])
  expect(started().map(isRunning)).toEqual([false, false])
  expect(existsSync(second)).toBe(false)
})

test('processes that a step leaves behind end with it', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder()
  const pids = join(folder.path, 'pids')
  capture()
  const leaving = script(
    'leaving',
    `
    import { spawn } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' })
    writeFileSync(${JSON.stringify(pids)}, String(child.pid))
    child.unref()`,
  )
  expect(await runSteps(root, [[leaving]], new AbortController().signal)).toEqual([])
  expect(isRunning(Number(readFileSync(pids, 'utf8')))).toBe(false)
})
