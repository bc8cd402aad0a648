import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldersOfArea } from './areas.ts'

const root = join(import.meta.dirname, '..')

test('an area has the folders of its name in contract, server and console', () => {
  expect(foldersOfArea(root, 'streams')).toEqual([
    'contract/src/streams/',
    'server/src/streams/',
    'console/src/features/streams/',
  ])
  expect(foldersOfArea(root, 'grok')).toEqual(['contract/src/grok/', 'languages/src/grok/', 'server/src/grok/'])
})

test.each(['nothing', 'features', '..', ''])('an unknown area %j is refused with the names of all areas', (name) => {
  expect(() => foldersOfArea(root, name)).toThrow(/^There is no area '.*', only: .*\bsidecars, .*streams/)
})
