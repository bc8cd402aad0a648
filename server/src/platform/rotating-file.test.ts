import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createRotatingFile } from './rotating-file.ts'

test('full files are rotated and the oldest lines go, also over a restart', async () => {
  await using folder = await temporaryFolder()
  const logFolder = join(folder.path, 'log')
  const path = join(logFolder, 'logyard.log')
  const limits = { fileBytes: 30, files: 3 }
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}\n`.padStart(10, ' '))
  const first = createRotatingFile(path, limits)
  for (const line of lines.slice(0, 5)) first.write(line)
  const second = createRotatingFile(path, limits)
  for (const line of lines.slice(5)) second.write(line)

  expect(readdirSync(logFolder).toSorted()).toEqual(['logyard.log', 'logyard.log.1', 'logyard.log.2'])
  const text = [`${path}.2`, `${path}.1`, path].map((name) => readFileSync(name, 'utf8')).join('')
  expect(text).toBe(lines.slice(-9).join(''))
  expect(statSync(path).mode & 0o077).toBe(0)
})

test('a file that cannot be written does not stop its writer', () => {
  const file = createRotatingFile('/dev/null/logyard.log', { fileBytes: 30, files: 3 })
  expect(() => file.write('lost\n')).not.toThrow()
})
