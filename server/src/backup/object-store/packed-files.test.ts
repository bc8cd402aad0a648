import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { listFiles, packFiles, readList, unpackFiles, writtenList } from './packed-files.ts'

const CONTENTS = { 'a/long': 'x'.repeat(50_003), 'a/none': '', 'b/short': 'abc', last: 'y'.repeat(16) }

test.each([1000, 50_003, 50_006, 1_000_000])('files survive packing in pieces of %i bytes', async (pieceBytes) => {
  await using from = await temporaryFolder()
  await using to = await temporaryFolder()
  for (const [path, text] of Object.entries(CONTENTS)) {
    mkdirSync(join(from.path, path, '..'), { recursive: true })
    writeFileSync(join(from.path, path), text)
  }
  const files = readList(writtenList(await listFiles(from.path))) ?? []
  const pieces = await Array.fromAsync(packFiles(from.path, files, pieceBytes))
  expect(pieces.slice(0, -1).every((piece) => piece.length === pieceBytes)).toBe(true)
  const given = async function* (some: readonly Buffer[]) {
    yield* some
  }
  expect(await unpackFiles(to.path, files, given(pieces))).toBe(true)
  for (const [path, text] of Object.entries(CONTENTS)) expect(readFileSync(join(to.path, path), 'utf8')).toBe(text)
  expect(await unpackFiles(to.path, files, given(pieces.slice(0, -1)))).toBe(false)
  expect(await unpackFiles(to.path, files, given([...pieces, Buffer.from('z')]))).toBe(false)
})

test.each(['../outside', '/etc/passwd', 'a/../../b', './a'])('a list with the path %s is refused', (path) => {
  expect(readList(writtenList([[path, 1]]))).toBeUndefined()
})
