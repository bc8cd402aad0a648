import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, getPriority, setPriority } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { rounds } from '../../testing/rounds.ts'
import { systemClock } from '../clock.ts'
import { LogyardError } from '../errors.ts'
import { createLog } from '../log.ts'
import { createCalledThread, ThreadEnded } from './called-thread.ts'
import type { SampleFunctions } from './testing/sample-program.ts'

const log = createLog('fatal')

function sampleThread(ours = {}) {
  return createCalledThread<SampleFunctions>({
    name: 'sample',
    program: new URL('./testing/sample-program.ts', import.meta.url),
    data: { step: 2 },
    memoryMb: 64,
    clock: systemClock,
    log,
    ours,
  })
}

test('functions run in a thread without the environment, and their errors reach the caller', async () => {
  await using thread = sampleThread()
  expect(await thread.call('add', 40)).toBe(42)
  expect(await thread.call('environment', undefined)).toEqual([])
  await expect(thread.call('fail', 'no luck')).rejects.toThrow('no luck')
})

test.runIf(process.platform === 'linux')('the thread has a lower priority than its owner', async () => {
  await using thread = sampleThread()
  expect(await thread.call('priority', undefined)).toBe(Math.min(getPriority() + 5, 19))
})

test('the thread calls functions of its owner, whose foreseen errors keep their kind', async () => {
  const refused = new LogyardError('denied', 'not-authorized', 'Not authorized')
  await using thread = sampleThread({ double: (value: number) => (value > 0 ? value * 2 : Promise.reject(refused)) })
  expect(await thread.call('doubleByOwner', 21)).toBe(42)
  await expect(thread.call('doubleByOwner', -1)).rejects.toMatchObject({ kind: 'denied', code: 'not-authorized' })
})

const isSoak = rounds(0, 1) === 1

/** Occupies all cores for seven seconds, so it is part of the soak only. */
test.runIf(isSoak && process.platform === 'linux')('a thread that waits for a core is not ended', async () => {
  await using thread = sampleThread()
  await thread.call('add', 1)
  const tasks = '/proc/self/task'
  for (const id of readdirSync(tasks)) {
    if (readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === 'sample') setPriority(Number(id), 19)
  }
  const busy = Array.from({ length: 2 * availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
  const spinning = thread.call('spin', 500)
  await systemClock.sleep(7000)
  await Promise.all(busy.map((each) => each.terminate()))
  await spinning
  expect(await thread.call('add', 40)).toBe(42)
})

test('a call that its caller gives up is cancelled in the thread', async () => {
  const noted = Promise.withResolvers<string>()
  await using thread = sampleThread({ note: noted.resolve })
  const caller = new AbortController()
  const call = thread.call('untilCancelled', undefined, { signal: caller.signal })
  caller.abort(new Error('the client left'))
  await expect(call).rejects.toThrow('the client left')
  // The call may have been cancelled before the thread had started.
  await thread.call('add', 1)
  const again = new AbortController()
  const second = thread.call('untilCancelled', undefined, { signal: again.signal })
  await thread.call('add', 1)
  again.abort(new Error('the client left'))
  await expect(second).rejects.toThrow('the client left')
  expect(await noted.promise).toBe('cancelled')
})

test.each([
  { name: 'throwLater', reason: 'it failed: read past the end' },
  { name: 'loopForever', reason: 'it did not answer for 5 seconds' },
  { name: 'growMap', reason: 'it needed more than 64 MB of memory' },
  { name: 'growBuffers', reason: 'it needed more than 64 MB of memory' },
] as const)(
  '$name ends the thread with the reason, the main thread goes on, and the next call works',
  async ({ name, reason }) => {
    await using thread = sampleThread()
    await thread.call('add', 1)
    const other = thread.call('untilCancelled', undefined)
    const outcomes = Promise.allSettled([thread.call(name, undefined), other])
    let turns = 0
    let isOver = false
    const counting = (async () => {
      while (!isOver) {
        turns += 1
        await turn()
      }
    })()
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: reason } })
      expect(outcome).toHaveProperty('reason', expect.any(ThreadEnded))
    }
    isOver = true
    await counting
    expect(turns).toBeGreaterThan(10)
    await expect(thread.call('add', 1)).rejects.toThrow(`${reason} a moment ago`)
    await expect.poll(() => thread.call('add', 40).catch(() => undefined)).toBe(42)
  },
  60_000,
)
