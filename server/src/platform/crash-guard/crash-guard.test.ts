import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createLog } from '../log.ts'
import { type CrashGuard, openCrashGuard } from './crash-guard.ts'

const log = createLog('off')
const kafka = { kind: 'input', id: '1', title: 'Kafka' }
const syslog = { kind: 'input', id: '2', title: 'Syslog' }

/** Starts of a server in one folder, without the orderly end that clears what is under way. */
function startsIn(folder: { readonly path: string }) {
  const clock = fixedClock('2026-01-01T00:00:00Z')
  return {
    clock,
    start: (): CrashGuard => openCrashGuard({ folder: folder.path, clock, log }),
  }
}

test('what was under way at two ends within a minute is skipped, until a user tries it again', async () => {
  await using folder = await temporaryFolder()
  const { clock, start } = startsIn(folder)
  const first = start()
  first.begin(kafka)
  first.begin(syslog)
  const second = start()
  expect(second.isSkipped(kafka)).toBe(false)
  second.begin(syslog)[Symbol.dispose]()
  second.begin(kafka)
  clock.advance(59_000)

  const third = start()
  expect(third.skipped()).toEqual([kafka])
  expect(third.isSkipped(kafka)).toBe(true)
  expect(third.isSkipped(syslog)).toBe(false)
  expect(start().skipped()).toEqual([kafka])

  third.tryAgain(kafka)
  expect(third.isSkipped(kafka)).toBe(false)
  expect(start().skipped()).toEqual([])
})

test('ends that are further apart, and a server that was stopped, condemn nothing', async () => {
  await using folder = await temporaryFolder()
  const { clock, start } = startsIn(folder)
  start().begin(kafka)
  start().begin(kafka)
  clock.advance(61_000)
  const late = start()
  expect(late.skipped()).toEqual([])
  late.begin(kafka)
  late[Symbol.dispose]()
  expect(start().skipped()).toEqual([])
})

test('damaged files are nothing to stop for, and long titles are cut', async () => {
  await using folder = await temporaryFolder()
  const { start } = startsIn(folder)
  writeFileSync(join(folder.path, 'work-under-way'), 'x'.repeat(700))
  writeFileSync(join(folder.path, 'crash-guard.json'), '{"skipped": 7}')
  const long = { kind: 'input', id: '3', title: 'ü'.repeat(5000) }
  start().begin(long)
  start().begin(long)
  expect(start().skipped()).toEqual([{ ...long, title: 'ü'.repeat(100) }])
})

test('recording work takes microseconds', async () => {
  await using folder = await temporaryFolder()
  const { start } = startsIn(folder)
  using guard = start()
  const rounds = 2000
  const before = process.threadCpuUsage()
  for (let at = 0; at < rounds; at += 1) guard.begin(kafka)[Symbol.dispose]()
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / rounds).toBeLessThan(500)
})
