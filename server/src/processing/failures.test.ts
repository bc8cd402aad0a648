import { expect, test } from 'vitest'
import { fixedClock } from '../testing/fixed-clock.ts'
import { numberedMessage, testOrigin, textOf } from '../testing/journal-messages.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openFailures } from './failures.ts'

const clock = fixedClock('2026-03-01T09:00:00Z')
const failure = (number: number) => ({
  origin: testOrigin,
  raw: numberedMessage(number),
  reason: 'not-json',
  detail: `detail ${number}`,
})

test('failures are listed newest first, page by page, also after a restart', async () => {
  await using folder = await temporaryFolder()
  {
    await using failures = openFailures({ folder: folder.path, clock })
    await failures.add([failure(1), failure(2), failure(3)])
    await failures.add([failure(4)])
  }
  await using failures = openFailures({ folder: folder.path, clock })
  await failures.add([failure(5)])
  const [newest, ...older] = failures.list({ limit: 3 })
  expect(newest).toEqual({
    ...failure(5),
    raw: expect.anything(),
    number: 5,
    failedAt: new Date('2026-03-01T09:00:00Z'),
  })
  expect(older.map(({ number }) => number)).toEqual([4, 3])
  expect(failures.list({ before: 3, limit: 10 }).map(textOf)).toEqual([2, 1].map((number) => textOf(failure(number))))
  expect(failures.find(2)?.detail).toBe('detail 2')
  expect(failures.find(6)).toBeUndefined()
})

test('removed ones are gone, and a replay forgets what was taken', async () => {
  await using folder = await temporaryFolder()
  await using failures = openFailures({ folder: folder.path, clock })
  await failures.add([failure(1), failure(2), failure(3)])
  await failures.remove([2])
  expect(failures.list({ limit: 10 }).map(({ number }) => number)).toEqual([3, 1])
  const replayed: string[] = []
  const taken = await failures.replay([1, 2, 3], (record) => {
    if (replayed.length > 0) return false
    replayed.push(textOf(record))
    return true
  })
  expect(taken).toEqual([1])
  expect(replayed).toEqual([textOf(failure(1))])
  expect(failures.list({ limit: 10 }).map(({ number }) => number)).toEqual([3])
})

test('beyond the limit the oldest go', async () => {
  await using folder = await temporaryFolder()
  await using failures = openFailures({ folder: folder.path, clock, sizeLimitBytes: 20_000 })
  for (let number = 0; number < 200; number += 1) await failures.add([failure(number)])
  const { sizeBytes } = failures.figures()
  expect(sizeBytes).toBeLessThanOrEqual(20_000)
  expect(sizeBytes).toBeGreaterThan(15_000)
  expect(failures.find(200)?.detail).toBe('detail 199')
  expect(failures.find(1)).toBeUndefined()
})
