/** Holds the console to the contract: it names operations, and the contract says which permissions they require. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PERMISSION_CATALOGUE } from '@logyard/contract/identity/permissions'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '..', 'console', 'src')
const OF_TESTS = /\.test\.tsx?$|(^|\/)testing\//

const groups = [...Object.keys(PERMISSION_CATALOGUE), 'entity']
const PERMISSION = new RegExp(`['"\`](${groups.join('|')}):(\\*|[a-z])`)

test.each([
  ["may('inputs:edit')", true],
  ['may(`inputs:edit:$' + '{input.id}`)', true],
  ["const wanted = 'users:passwordchange:*'", true],
  ["const all = 'users:*'", true],
  ["sort: 'timestamp:asc'", false],
  ["example: 'title:payments'", false],
])('%s contains a permission: %s', (line, isFound) => {
  expect(PERMISSION.test(line)).toBe(isFound)
})

test('the console contains no permission', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter((file) => !OF_TESTS.test(file))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    readFileSync(join(SOURCES, file), 'utf8')
      .split('\n')
      .filter((line) => PERMISSION.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
