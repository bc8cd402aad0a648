import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { numberedMessage, testOrigin, textOf } from '../../testing/journal-messages.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { FailureQuery, Failures } from './failures.ts'
import { openFailures } from './lmdb-failures.ts'

const clock = fixedClock('2026-03-01T09:00:00Z')
const at = (time: string) => new Date(`2026-03-01T${time}Z`)
const failure = (number: number) => ({
  origin: testOrigin,
  raw: numberedMessage(number),
  offset: 100 + number,
  reason: 'not-json',
  detail: `detail ${number}`,
})
const ALL = { offset: 0, limit: 1000 }

async function numbersOf(failures: Failures, query: FailureQuery = {}) {
  const { rows, total } = await failures.search(query, ALL)
  expect(total).toBe(rows.length)
  return rows.map(({ number }) => number)
}

test('failures are listed newest first, page by page, even after a restart', async () => {
  await using folder = await temporaryFolder()
  {
    await using failures = openFailures({ folder: folder.path, clock })
    await failures.add([failure(1), failure(2), failure(3)])
    await failures.add([failure(4)])
  }
  await using failures = openFailures({ folder: folder.path, clock })
  await failures.add([failure(5)])
  const { rows, total } = await failures.search({}, { offset: 0, limit: 3 })
  expect(total).toBe(5)
  expect(rows.map(({ number }) => number)).toEqual([5, 4, 3])
  expect(rows[0]).toEqual({
    number: 5,
    failedAt: at('09:00:00'),
    triedAt: at('09:00:00'),
    attempts: 1,
    offset: 105,
    reason: 'not-json',
    detail: 'detail 5',
    origin: testOrigin,
    receivedAtMs: numberedMessage(5).receivedAtMs,
    remoteAddress: '10.0.0.2',
    remotePort: 1024,
    sizeBytes: numberedMessage(5).payload.byteLength,
    preview: textOf(failure(5)),
  })
  const older = await failures.search({}, { offset: 3, limit: 3 })
  expect(older.rows.map(({ number }) => number)).toEqual([2, 1])
  const found = failures.find(2)
  expect(found && textOf(found)).toBe(textOf(failure(2)))
  expect(failures.find(6)).toBeUndefined()
})

test('failures are filtered by input, reason, time and text; numbers are limited', async () => {
  await using folder = await temporaryFolder()
  let now = at('09:00:00')
  await using failures = openFailures({ folder: folder.path, clock: { ...clock, now: () => now } })
  await failures.add([failure(1), { ...failure(2), reason: 'incomplete' }])
  now = at('10:00:00')
  const raw = { ...numberedMessage(3), payload: Buffer.from('Größe\u0000zu groß'), remoteAddress: '192.0.2.7' }
  await failures.add([
    { ...failure(3), raw },
    { ...failure(4), origin: { ...testOrigin, inputId: 'other' } },
  ])
  expect(await numbersOf(failures, { reason: 'incomplete' })).toEqual([2])
  expect(await numbersOf(failures, { inputId: 'other' })).toEqual([4])
  expect(await numbersOf(failures, { from: at('10:00:00') })).toEqual([4, 3])
  expect(await numbersOf(failures, { to: at('10:00:00') })).toEqual([2, 1])
  expect(await numbersOf(failures, { text: 'GRÖ' })).toEqual([3])
  expect(await numbersOf(failures, { text: '192.0.2' })).toEqual([3])
  expect(await numbersOf(failures, { text: 'DETAIL 4' })).toEqual([4])
  expect(await numbersOf(failures, { upTo: 2, text: 'number' })).toEqual([2, 1])
  expect(await failures.numbers({ to: at('11:00:00') }, 2)).toEqual([4, 3])
  const [third] = (await failures.search({ upTo: 3 }, ALL)).rows
  expect(third?.preview).toBe('Größe·zu groß')
  expect(failures.figures()).toMatchObject({
    failures: 4,
    byInput: new Map([
      [testOrigin.inputId, 3],
      ['other', 1],
    ]),
    byReason: new Map([
      ['not-json', 3],
      ['incomplete', 1],
    ]),
  })
})

test('a count since an instant reads only keys', async () => {
  await using folder = await temporaryFolder()
  let now = at('09:00:00')
  await using failures = openFailures({ folder: folder.path, clock: { ...clock, now: () => now } })
  const large = { ...numberedMessage(1), payload: Buffer.alloc(512 * 1024) }
  for (const hour of ['09', '10', '11']) {
    now = at(`${hour}:00:00`)
    await failures.add(Array.from({ length: 20 }, (_, number) => ({ ...failure(number), raw: large })))
  }
  expect(failures.countSince(at('08:00:00'))).toBe(60)
  expect(failures.countSince(at('10:00:00'))).toBe(40)
  expect(failures.countSince(at('11:00:01'))).toBe(0)
  const readAll = () => {
    for (let number = 1; number <= 60; number += 1) failures.find(number)
  }
  const countAll = () => failures.countSince(at('08:00:00'))
  expect(leastMsOf(countAll)).toBeLessThan(leastMsOf(readAll) / 4)
})

/** The best of several, because the machine may have other work. */
const leastMsOf = (work: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 5 }, () => {
      const began = performance.now()
      work()
      return performance.now() - began
    }),
  )

test('removed failures are deleted with their bytes and no longer counted', async () => {
  await using folder = await temporaryFolder()
  {
    await using failures = openFailures({ folder: folder.path, clock })
    await failures.add([failure(1), failure(2), failure(3)])
    expect(await failures.remove([2, 2, 17])).toBe(1)
    expect(await numbersOf(failures)).toEqual([3, 1])
    expect(failures.find(2)).toBeUndefined()
  }
  await using failures = openFailures({ folder: folder.path, clock })
  expect(failures.figures().failures).toBe(2)
  expect(failures.countSince(at('00:00:00'))).toBe(2)
  await failures.remove([1, 3])
  expect(failures.figures()).toMatchObject({ failures: 0, sizeBytes: 0, byInput: new Map(), byReason: new Map() })
})

test('a failed replay keeps the number and bytes, and updates reason and attempts', async () => {
  await using folder = await temporaryFolder()
  let now = at('09:00:00')
  await using failures = openFailures({ folder: folder.path, clock: { ...clock, now: () => now } })
  await failures.add([failure(1), failure(2)])
  now = at('10:00:00')
  await failures.failAgain(1, { reason: 'not-storable', detail: 'too long' })
  const found = failures.find(1)
  expect(found).toMatchObject({ reason: 'not-storable', detail: 'too long', attempts: 2, offset: 101 })
  expect(found).toMatchObject({ failedAt: at('09:00:00'), triedAt: at('10:00:00') })
  expect(found && textOf(found)).toBe(textOf(failure(1)))
  expect(await numbersOf(failures)).toEqual([2, 1])
  expect(failures.figures().byReason).toEqual(
    new Map([
      ['not-json', 1],
      ['not-storable', 1],
    ]),
  )
})

test('beyond the limit the oldest are evicted, however long their reasons', async () => {
  await using folder = await temporaryFolder()
  await using failures = openFailures({ folder: folder.path, clock, sizeLimitBytes: 60_000 })
  for (let number = 0; number < 200; number += 1) {
    await failures.add([{ ...failure(number), detail: `detail ${number} ${'because '.repeat(60)}` }])
  }
  const { sizeBytes, evicted, failures: remaining } = failures.figures()
  expect(sizeBytes).toBeLessThanOrEqual(60_000)
  expect(sizeBytes).toBeGreaterThan(50_000)
  expect(remaining + evicted).toBe(200)
  expect(remaining).toBeLessThan(90)
  expect(failures.find(200)?.detail).toContain('detail 199')
  expect(failures.find(1)).toBeUndefined()
  // One call with more than fits.
  await failures.add(Array.from({ length: 300 }, (_, number) => failure(1000 + number)))
  expect(failures.figures().sizeBytes).toBeLessThanOrEqual(60_000)
  expect((await failures.search({}, { offset: 0, limit: 1 })).rows[0]?.detail).toBe('detail 1299')
})
