import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/src/testing/temporary-folder.ts'
import { swapFolder } from './swap-folder.ts'

const FILES = 20

function makeFolder(path: string, content: string): void {
  mkdirSync(path)
  for (let file = 0; file < FILES; file++) writeFileSync(join(path, `${file}`), content)
}

const contentsOf = (path: string) => new Set(readdirSync(path).map((file) => readFileSync(join(path, file), 'utf8')))

test('a folder takes the place of another one, or of none, and nothing is left beside it', async () => {
  await using parent = await temporaryFolder()
  const place = join(parent.path, 'dist')
  for (const content of ['first', 'second']) {
    const made = join(parent.path, 'made')
    makeFolder(made, content)
    swapFolder(made, place)
    expect(contentsOf(place)).toEqual(new Set([content]))
    expect(readdirSync(parent.path)).toEqual(['dist'])
  }
})

const SWAPPER = `
  const { mkdirSync, writeFileSync } = await import('node:fs')
  const { swapFolder } = await import(process.argv[1])
  const [, , parent, name] = process.argv
  for (let round = 0; round < 100; round++) {
    const made = parent + '/made-' + name + '-' + round
    mkdirSync(made)
    for (let file = 0; file < ${FILES}; file++) writeFileSync(made + '/' + file, name)
    swapFolder(made, parent + '/dist')
  }
`

test('several who swap at once leave one whole folder', async () => {
  await using parent = await temporaryFolder()
  const module = join(import.meta.dirname, 'swap-folder.ts')
  const swap = (name: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', SWAPPER, module, parent.path, name])
  await Promise.all(['ada', 'bob', 'cyd'].map(swap))
  const place = join(parent.path, 'dist')
  expect(existsSync(place)).toBe(true)
  expect(readdirSync(place)).toHaveLength(FILES)
  expect(contentsOf(place).size).toBe(1)
  expect(readdirSync(parent.path)).toEqual(['dist'])
})
