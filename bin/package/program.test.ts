import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { bundleServer } from '../build-server.ts'

const root = join(import.meta.dirname, '..', '..')
/** Bytes of all files that a search loads. */
const MAX_LOADED_BYTES = 64 * 1024

/** Writes the names of the files that Node loads. */
const RECORD = `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(process.env.LOADED, url + '\\n')
    return next(url, context)
  },
})
`

test('the program of a package is the terminal client, too, and then loads no code of the server', async () => {
  await using folder = await temporaryFolder()
  const into = join(folder.path, 'server', 'dist')
  await bundleServer(root, into, { logyard: 'bin/package/program.ts' })
  const record = join(folder.path, 'record.mjs')
  writeFileSync(record, RECORD)
  const env = {
    HOME: folder.path,
    LOGYARD_URL: 'http://127.0.0.1:1/',
    LOGYARD_TOKEN: 'x',
    LOADED: join(folder.path, 'loaded'),
  }
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['--import', record, join(into, 'logyard.mjs'), ...args], { env, encoding: 'utf8' })
  const searched = run('search', 'level:error')
  expect(searched).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('http://127.0.0.1:1/ cannot be reached'),
  })
  const loaded = readFileSync(env.LOADED, 'utf8')
    .trimEnd()
    .split('\n')
    .map((url) => fileURLToPath(url))
  expect(loaded.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(MAX_LOADED_BYTES)
  expect(run('help').stdout).toContain('  export ')
  expect(run('--version').stdout).toMatch(/^Logyard \d/)
  expect(run('--help').stdout).toContain('LOGYARD_LISTEN')
  expect(run('nonsense')).toMatchObject({ status: 1, stderr: expect.stringContaining("Unknown command 'nonsense'") })
})
