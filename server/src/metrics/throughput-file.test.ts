import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { createMetrics } from './metrics.ts'
import { createThroughput, type Throughput } from './throughput.ts'
import { openThroughputFile, THROUGHPUT_FILE } from './throughput-file.ts'

let folder: string
let path: string
let clock: ReturnType<typeof fixedClock>
const running: Disposable[] = []
const logged: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logyard-throughput-'))
  path = join(folder, THROUGHPUT_FILE)
  clock = fixedClock('2026-03-01T09:00:00.000Z')
  logged.length = 0
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Nothing is written any more, as after `kill -9`. */
function stop(): void {
  for (const each of running.splice(0)) each[Symbol.dispose]()
}

function start(): Throughput {
  stop()
  const log = createLog('info', { write: (line: string) => void logged.push(line) })
  const metrics = createMetrics(clock)
  const throughput = createThroughput({ metrics, clock, file: openThroughputFile({ path, clock, log }) })
  running.push(throughput, metrics)
  return throughput
}
const minuteWith = (throughput: Throughput, messages: number) => {
  throughput.input.increment(messages)
  throughput.output.increment(messages)
  clock.advance(60_000)
}
const inputs = (throughput: Throughput) => throughput.minutes().map(({ input }) => input)

test('after a restart all whole minutes are there, and the time between has none', () => {
  const first = start()
  minuteWith(first, 7)
  minuteWith(first, 8)
  first.input.increment(100)
  clock.advance(30_000)
  const second = start()
  expect(inputs(second)).toEqual([7, 8])
  stop()
  clock.advance(3 * 60 * 60_000)
  const third = start()
  minuteWith(third, 9)
  expect(third.minutes()).toEqual([
    { at: '2026-03-01T09:01:00.000Z', input: 7, output: 7 },
    { at: '2026-03-01T09:02:00.000Z', input: 8, output: 8 },
    { at: '2026-03-01T12:03:30.000Z', input: 9, output: 9 },
  ])
})

test('a day is retained, in a file that does not grow', () => {
  const first = start()
  for (let minute = 0; minute < 4500; minute += 1) minuteWith(first, minute)
  expect(first.minutes()).toHaveLength(1440)
  expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThanOrEqual(2881)
  const second = start()
  expect(second.minutes()).toEqual(first.minutes())
  expect(statSync(path).mode & 0o777).toBe(0o600)
  stop()
  clock.advance(25 * 60 * 60_000)
  expect(start().minutes()).toEqual([])
})

test('damaged, old and future lines are ignored, and an incomplete line does not damage the next one', () => {
  minuteWith(start(), 7)
  appendFileSync(path, '{"at":"2026-02-01T00:00:00.000Z","input":1,"output":1}\n')
  appendFileSync(path, '{"at":"2026-04-01T00:00:00.000Z","input":1,"output":1}\n')
  appendFileSync(path, '{"at":"soon","input":1,"output":1}\nnull\n{"at":"2026-03-01T09:00:30.000Z","input":-1}\n')
  appendFileSync(path, '{"at":"2026-03-01T09:00:5')
  const second = start()
  expect(inputs(second)).toEqual([7])
  minuteWith(second, 8)
  expect(inputs(start())).toEqual([7, 8])
})

test('a huge file or a folder that cannot be written loses only the history', () => {
  writeFileSync(path, 'x'.repeat(2 * 1024 * 1024))
  expect(start().minutes()).toEqual([])
  rmSync(folder, { recursive: true })
  const second = start()
  minuteWith(second, 7)
  minuteWith(second, 8)
  expect(inputs(second)).toEqual([7, 8])
  expect(logged.filter((line) => line.includes('could not be stored'))).toHaveLength(1)
})
