/** Failures that were damaged on the disk. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { numberedMessage, testOrigin, textOf } from '../../testing/journal-messages.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openFailures } from './lmdb-failures.ts'

const clock = fixedClock('2026-03-01T09:00:00Z')
const failure = (number: number) => ({
  origin: testOrigin,
  // Long payloads have their own pages in the file.
  raw: { ...numberedMessage(number), payload: Buffer.from(`payload ${number} ${'x'.repeat(5000)}`) },
  offset: number,
  reason: 'not-json',
  detail: `detail ${number}`,
})

/** Opens a store of three failures after changing bytes of its file. */
async function damagedBy(change: (file: Buffer) => void) {
  const folder = await temporaryFolder()
  {
    await using failures = openFailures({ folder: folder.path, clock })
    await failures.add([failure(1), failure(2), failure(3)])
  }
  const path = join(folder.path, 'data.mdb')
  const file = readFileSync(path)
  change(file)
  writeFileSync(path, file)
  return folder
}

test('a damaged failure is listed as such, cannot be replayed, and can be deleted', async () => {
  await using folder = await damagedBy((file) => {
    for (let at = file.indexOf('"detail":"detail 2"'); at >= 0; at = file.indexOf('"detail":"detail 2"', at + 1)) {
      file.write('#', at)
    }
  })
  await using failures = openFailures({ folder: folder.path, clock })
  const { rows } = await failures.search({}, { offset: 0, limit: 10 })
  expect(rows.map(({ number, detail }) => `${number} ${detail}`)).toEqual([
    '3 detail 3',
    '2 The disk did not keep this failure as it was written: it cannot be tried again.',
    '1 detail 1',
  ])
  expect(failures.find(2)).toBeUndefined()
  expect(await failures.numbers({ text: 'payload' }, 10)).toEqual([3, 1])
  await failures.failAgain(2, { reason: 'not-json', detail: 'again' })
  expect(await failures.remove([2])).toBe(1)
  const found = failures.find(1)
  expect(found && textOf(found)).toBe(String(failure(1).raw.payload))
})

test('damaged bytes of a failure are never returned', async () => {
  await using folder = await damagedBy((file) => {
    file.write('X', file.indexOf(failure(2).raw.payload) + 3000)
  })
  await using failures = openFailures({ folder: folder.path, clock })
  expect(failures.find(2)).toBeUndefined()
  expect(failures.find(3)).toMatchObject({ detail: 'detail 3' })
})
