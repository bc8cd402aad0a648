import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { readSecretKey, SECRET_KEY_FILE } from './secret-key.ts'
import { SETTINGS_FILE } from './sqlite-settings.ts'

async function temporaryFolder(): Promise<{ readonly path: string; readonly key: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'logyard-key-'))
  const key = join(path, SECRET_KEY_FILE)
  return { path, key, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('the first start creates a key that only its owner can read, later starts use it', async () => {
  await using folder = await temporaryFolder()
  const key = readSecretKey(folder.path, '', createLog('off'))
  expect(key).toHaveLength(32)
  expect(readSecretKey(folder.path, '', createLog('off'))).toEqual(key)
  expect(await readdir(folder.path)).toEqual([SECRET_KEY_FILE])
  expect((await stat(folder.key)).mode & 0o777).toBe(0o600)
})

test('a key that other users could read is logged, and made readable by its owner only', async () => {
  await using folder = await temporaryFolder()
  readSecretKey(folder.path, '', createLog('off'))
  await chmod(folder.key, 0o644)
  const lines: string[] = []
  readSecretKey(folder.path, '', createLog('warn', { write: (line) => lines.push(line) }))
  expect(lines.join('')).toContain('others could read the secret key')
  expect((await stat(folder.key)).mode & 0o777).toBe(0o600)
})

test('settings without their key are refused, and no new key is created', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, SETTINGS_FILE), '')
  const read = () => readSecretKey(folder.path, '', createLog('off'))
  expect(read).toThrow(expect.objectContaining({ code: 'secret-key-missing' }))
  expect(await readdir(folder.path)).toEqual([SETTINGS_FILE])
  await writeFile(folder.key, 'too short')
  expect(read).toThrow(expect.objectContaining({ code: 'secret-key-damaged' }))
})

test('LOGYARD_SECRET replaces the key file, and must not be short', async () => {
  await using folder = await temporaryFolder()
  const secret = 'long enough a secret'
  expect(readSecretKey(folder.path, secret, createLog('off'))).toEqual(Buffer.from(secret))
  expect(await readdir(folder.path)).toEqual([])
  const short = () => readSecretKey(folder.path, 'short', createLog('off'))
  expect(short).toThrow(expect.objectContaining({ code: 'secret-too-short' }))
})
