import { expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createBoundedRuns, runLimits } from './bounded-runs.ts'
import { sampleRuns } from './testing/sample-runs.ts'

const ENDLESS = `${'a'.repeat(60)}!`
const ada = { userId: 'ada' }

test('a function runs in a thread without the environment, and its errors reach the caller', async () => {
  await using runs = createBoundedRuns(systemClock)
  expect(await runs.run(sampleRuns.double, 21, ada)).toBe(42)
  await expect(runs.run(sampleRuns.fail, 'no luck', ada)).rejects.toThrow('no luck')
  expect(await runs.run(sampleRuns.environment, undefined, ada)).toEqual([])
})

test('a run that exceeds its time or its memory is stopped, and the next one works', async () => {
  await using runs = createBoundedRuns(systemClock)
  const slow = runs.run(sampleRuns.runAway, ENDLESS, { ...ada, limitMs: 100 })
  await expect(slow).rejects.toMatchObject({ kind: 'invalid', code: 'run-too-slow' })
  for (const task of [sampleRuns.fillMemory, sampleRuns.fillMap]) {
    const large = runs.run(task, undefined, { ...ada, limitMs: 60_000 })
    await expect(large).rejects.toMatchObject({ kind: 'invalid', code: 'run-too-large' })
  }
  expect(await runs.run(sampleRuns.double, 2, ada)).toBe(4)
})

test('a user has one thread and a share of the queue; another user is served meanwhile', async () => {
  await using runs = createBoundedRuns(systemClock)
  const stop = new AbortController()
  const endless = { ...ada, limitMs: 60_000, signal: stop.signal }
  const own = Array.from({ length: runLimits.waitingOfUser + 1 }, () => runs.run(sampleRuns.runAway, ENDLESS, endless))
  const outcomes = Promise.allSettled(own)
  await expect(runs.run(sampleRuns.double, 1, ada)).rejects.toMatchObject({ code: 'too-many-runs' })
  expect(await runs.run(sampleRuns.double, 4, { userId: 'bob' })).toBe(8)

  stop.abort(new Error('the client left'))
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'the client left' } })
  }
  expect(await runs.run(sampleRuns.double, 5, ada)).toBe(10)
})

test('two users with full queues do not delay a third one', async () => {
  await using runs = createBoundedRuns(systemClock)
  const done: string[] = []
  const slow = (userId: string) =>
    Array.from({ length: 10 }, async () => {
      await runs.run(sampleRuns.runAway, ENDLESS, { userId, limitMs: 50 }).catch(() => undefined)
      done.push(userId)
    })
  const others = [...slow('ada'), ...slow('bob')]
  expect(await runs.run(sampleRuns.double, 2, { userId: 'server' })).toBe(4)
  expect(done.length).toBeLessThan(5)
  await Promise.all(others)
})

test('waiting runs with large inputs are refused sooner, and all end with the server', async () => {
  await using runs = createBoundedRuns(systemClock)
  const running = runs.run(sampleRuns.runAway, ENDLESS, { ...ada, limitMs: 60_000 })
  const large = { ...ada, characters: runLimits.waitingCharactersOfUser / 2 }
  const waiting = [runs.run(sampleRuns.double, 1, large), runs.run(sampleRuns.double, 2, large)]
  await expect(runs.run(sampleRuns.double, 3, large)).rejects.toMatchObject({ code: 'too-many-runs' })
  waiting.push(runs.run(sampleRuns.double, 3, ada))
  const outcomes = Promise.allSettled([running, ...waiting])
  await runs[Symbol.asyncDispose]()
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'the server is stopping' } })
})
