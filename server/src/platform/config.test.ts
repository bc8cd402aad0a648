import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readConfig } from './config.ts'
import { settingsTable } from './settings-table.ts'

test('without any setting the defaults apply', () => {
  expect(readConfig({ PATH: '/bin' })).toMatchObject({
    LOGYARD_LISTEN: '127.0.0.1:9000',
    LOGYARD_DATA: './data',
    LOGYARD_CORS: false,
    LOGYARD_LOG_LEVEL: 'info',
  })
})

test('variables of the terminal client are not settings of the server', () => {
  expect(readConfig({ LOGYARD_URL: 'https://logs.example.com/', LOGYARD_TOKEN: 'x' })).toEqual(readConfig({}))
})

test('settings are parsed from text', () => {
  expect(readConfig({ LOGYARD_CORS: 'true', LOGYARD_LISTEN: '[::1]:0' })).toMatchObject({
    LOGYARD_CORS: true,
    LOGYARD_LISTEN: '[::1]:0',
  })
})

test.each([
  { env: { LOGYARD_LISEN: '127.0.0.1:9000' }, names: 'LOGYARD_LISEN: unknown setting' },
  { env: { LOGYARD_LISTEN: 'nine thousand' }, names: 'LOGYARD_LISTEN: ' },
  { env: { LOGYARD_LOG_LEVEL: 'loud' }, names: 'LOGYARD_LOG_LEVEL: ' },
  { env: { LOGYARD_CORS: 'perhaps' }, names: 'LOGYARD_CORS: ' },
  { env: { LOGYARD_PREFIX: 'logs' }, names: 'LOGYARD_PREFIX: ' },
  { env: { LOGYARD_CLICKHOUSE_SEARCHER: 'password' }, names: 'LOGYARD_CLICKHOUSE_SEARCHER: ' },
  {
    env: { LOGYARD_CLICKHOUSE_SEARCHER: 'name:password', LOGYARD_CLICKHOUSE_URL: 'http://127.0.0.1/' },
    names: 'LOGYARD_CLICKHOUSE_KEEPER: must be set together with LOGYARD_CLICKHOUSE_SEARCHER',
  },
  {
    env: { LOGYARD_CLICKHOUSE_SEARCHER: 'name:password', LOGYARD_CLICKHOUSE_KEEPER: 'name:password' },
    names: 'LOGYARD_CLICKHOUSE_URL: must be set together with LOGYARD_CLICKHOUSE_SEARCHER',
  },
])('an invalid setting stops the start, and the error names it: $names', ({ env, names }) => {
  expect(() => readConfig(env)).toThrow(names)
})

test('secrets may be in files, where a newline at the end does not count', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'secret')
  writeFileSync(file, 'the secret of all nodes\n')
  expect(readConfig({ LOGYARD_SECRET_FILE: file })).toMatchObject({ LOGYARD_SECRET: 'the secret of all nodes' })
  const twice = () => readConfig({ LOGYARD_SECRET_FILE: file, LOGYARD_SECRET: 'another' })
  expect(twice).toThrow('LOGYARD_SECRET: is given twice')
  expect(() => readConfig({ LOGYARD_SECRET_FILE: `${file}-missing` })).toThrow('LOGYARD_SECRET_FILE: ENOENT')
  expect(() => readConfig({ LOGYARD_LISTEN_FILE: file })).toThrow('LOGYARD_LISTEN_FILE: unknown setting')
})

test('the README lists every setting, its default and its meaning', () => {
  const readme = readFileSync(join(import.meta.dirname, '..', '..', '..', 'README.md'), 'utf8')
  expect(readme).toContain(settingsTable())
})
