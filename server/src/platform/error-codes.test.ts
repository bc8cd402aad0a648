import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')

/** Every `new LogyardError('<kind>', '<code>', ...)` of the server. */
function codesInUse(): readonly string[] {
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const codes = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/new LogyardError\(\s*'[\w-]+',\s*'([\w-]+)'/g)].map((match) => match[1] ?? '')
  })
  return [...new Set(codes)].sort()
}

test('docs/errors.md lists exactly the error codes of the server', () => {
  const documented = [...readFileSync(join(root, 'docs', 'errors.md'), 'utf8').matchAll(/^\| `([\w-]+)` \|/gm)]
  expect(documented.map((match) => match[1]).sort()).toEqual(codesInUse())
})
