import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdapterFiles } from './adapter-files.ts'

let base = ''
const at = (...names: readonly string[]) => join(base, ...names)

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'adapter-files-')))
  await mkdir(at('data', 'tables'), { recursive: true })
  await mkdir(at('other'))
  for (const path of [at('data', 'secret.key'), at('data', 'tables', 'a.csv'), at('other', 'a.csv')])
    await writeFile(path, 'key,value')
  await symlink(at('data', 'secret.key'), at('other', 'link.csv'))
})
afterAll(() => rm(base, { recursive: true }))

const UNREADABLE = ['The file cannot be read.']
const check = (path: string, ...allowed: readonly string[]) => createAdapterFiles(allowed, [at('data')]).check(path)

test('the files of the server itself are never read', async () => {
  expect(await check(at('other', 'a.csv'))).toEqual([])
  expect(await check(at('other', 'none.csv'))).toEqual(['The file does not exist.'])
  for (const path of [
    'data/secret.key',
    'data/tables/a.csv',
    'data/none',
    'other/link.csv',
    'other/../data/secret.key',
  ])
    expect(await check(`${base}/${path}`), path).toEqual(UNREADABLE)
  expect(await check('/proc/self/environ')).toEqual(UNREADABLE)
})

test('a folder below them can be allowed', async () => {
  expect(await check(at('data', 'tables', 'a.csv'), at('data', 'tables'))).toEqual([])
  expect(await check(at('data', 'secret.key'), at('data', 'tables'))).toEqual(UNREADABLE)
  expect(await check(at('data', 'secret.key'), base)).toEqual(UNREADABLE)
  expect(await check(at('other', 'a.csv'), at('data', 'tables'))).toEqual(UNREADABLE)
})
