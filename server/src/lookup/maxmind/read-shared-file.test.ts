import { appendFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { readSharedFile } from './read-shared-file.ts'

const signal = AbortSignal.timeout(10_000)

test('a file is read whole into shared memory', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'file')
  const content = Buffer.alloc(9 * 2 ** 20, 'abc')
  await writeFile(path, content)
  const { bytes } = await readSharedFile(path, { maxBytes: content.length, signal })
  expect(bytes).toBeInstanceOf(SharedArrayBuffer)
  expect(Buffer.compare(Buffer.from(bytes), content)).toBe(0)
  await expect(readSharedFile(path, { maxBytes: content.length - 1, signal })).rejects.toThrow('larger than')
})

test('a file that changes while it is read is refused', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'file')
  await writeFile(path, 'first part')
  // It is asked before each part is read.
  const writing = Object.assign(new AbortController().signal, { throwIfAborted: () => appendFileSync(path, 'more') })
  await expect(readSharedFile(path, { maxBytes: 1000, signal: writing })).rejects.toThrow('changed while it was read')
})
