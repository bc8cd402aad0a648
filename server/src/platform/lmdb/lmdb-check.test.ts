import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { findLmdbDamage } from './lmdb-check.ts'
import { lmdbCommit } from './lmdb-commit.ts'
import { openLmdb } from './open-lmdb.ts'

const PAGE = 4096
const META = 24
const LAST_PAGE = META + 120
const TRANSACTION = META + 128
const TREES = ['large', 'small']

const folder = await temporaryFolder()
afterAll(() => folder[Symbol.asyncDispose]())
const path = join(folder.path, 'data.mdb')

/** Two trees with several levels, values on overflow pages, and free pages of several transactions. */
async function writeMany(): Promise<void> {
  const root = openLmdb({ folder: folder.path, mapBytes: 2 ** 28, trees: TREES, content: 'test' })
  const large = root.openDB<Uint8Array, number>('large', { encoding: 'binary' })
  const small = root.openDB<string, string>('small', { encoding: 'string' })
  for (let round = 0; round < 10; round += 1) {
    const numbers = Array.from({ length: 60 }, (_, index) => round * 60 + index)
    await lmdbCommit(
      numbers.flatMap((n) => [large.put(n, new Uint8Array((n * 997) % 8000)), small.put(`key ${n}`, `${n}`)]),
    )
    await lmdbCommit(numbers.filter((n) => n % 3 > 0).flatMap((n) => [large.remove(n - 60), small.remove(`key ${n}`)]))
  }
  await root.close()
}
await writeMany()
const sound = readFileSync(path)
const newest = sound.readUInt32LE(TRANSACTION) > sound.readUInt32LE(PAGE + TRANSACTION) ? 0 : PAGE
function damageOf(change: (file: Buffer) => Buffer | undefined): string | undefined {
  const copy = Buffer.from(sound)
  const damaged = join(folder.path, 'damaged.mdb')
  writeFileSync(damaged, change(copy) ?? copy)
  return findLmdbDamage(damaged, TREES)
}

test('a file that LMDB wrote is sound, and so is a missing file', () => {
  expect(findLmdbDamage(path, TREES)).toBeUndefined()
  expect(findLmdbDamage(join(folder.path, 'nothing.mdb'), TREES)).toBeUndefined()
})

test.each([0, 100, 5000, 9000, sound.length / 2])('a file that is truncated to %s bytes is damaged', (length) => {
  expect(damageOf((file) => file.subarray(0, length))).toMatch(/the file (ends|has \d+ bytes and lacks)/)
})

test.each([
  { what: 'the magic number', place: META, expected: /header is not one of an LMDB file/ },
  { what: 'the version', place: META + 4, expected: /unknown format/ },
  { what: 'the page size', place: META + 25, expected: /page size/ },
  {
    what: 'the flags of the older meta page',
    place: (newest === 0 ? PAGE : 0) + META + 29,
    expected: /way of working/,
  },
  { what: 'the transaction', place: newest + TRANSACTION, expected: /do not belong together|is newer than the file/ },
  { what: 'the last page', place: newest + LAST_PAGE + 3, expected: /is out of range|should have more/ },
  { what: 'the number of entries', place: newest + META + 24 + 48 + 32, expected: /lost pages or entries/ },
  { what: 'the root', place: newest + META + 24 + 48 + 40, expected: /./ },
])('$what at the start is checked', ({ place, expected }) => {
  expect(damageOf((file) => void file.writeUInt8(file.readUInt8(place) ^ 4, place))).toMatch(expected)
})

test('a file with a tree of an unknown name is damaged', () => {
  expect(findLmdbDamage(path, ['large'])).toBe('there is a tree of an unknown name')
})

/** A page of this kind that is in use, not a free one. */
function pageInUse(kind: number): number {
  const pages = Array.from({ length: sound.length / PAGE }, (_, page) => page)
  const isInUse = (page: number) =>
    page > 1 &&
    sound.readUInt32LE(page * PAGE) === page &&
    sound.readUInt16LE(page * PAGE + 18) === kind &&
    damageOf((file) => void file.writeUInt32LE(0, page * PAGE)) !== undefined
  const found = pages.find(isInUse)
  if (found === undefined) throw new Error(`no page of the kind ${kind} is in use`)
  return found
}

test.each([
  { kind: 1, name: 'branch' },
  { kind: 2, name: 'leaf' },
])('each byte in the header of a $name is checked', ({ kind }) => {
  const page = pageInUse(kind)
  // The page number, the flags, the bounds and the offsets of the first entries. Other bytes have no meaning.
  for (const at of [0, 1, 2, 3, 4, 5, 6, 7, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27]) {
    const place = page * PAGE + at
    expect(
      damageOf((file) => void file.writeUInt8(file.readUInt8(place) ^ 0x21, place)),
      `byte ${at}`,
    ).toBeDefined()
  }
})
