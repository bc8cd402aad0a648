import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataFolder } from './data-folder-lock.ts'

const PROGRAM = `
const { lockDataFolder } = await import(process.argv[1])
globalThis.lock = lockDataFolder(process.argv[2])
console.log('locked')
setInterval(() => {}, 1000)
`

test('a folder is locked until its process ends, in whatever way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-lock-'))
  const other = spawn(
    process.execPath,
    ['--input-type=module', '-e', PROGRAM, join(import.meta.dirname, 'data-folder-lock.ts'), folder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise((resolve) => other.stdout.once('data', resolve))
  expect(() => lockDataFolder(folder)).toThrow(`Another Logyard uses the data folder ${folder}`)
  const ended = new Promise((resolve) => other.once('exit', resolve))
  other.kill('SIGKILL')
  await ended
  const lock = lockDataFolder(folder)
  lock[Symbol.dispose]()
  lockDataFolder(folder)[Symbol.dispose]()
  await rm(folder, { recursive: true, force: true })
})
