import { join } from 'node:path'
import { expect, test } from 'vitest'
import { functionPage } from './function-page.ts'

const PAGE = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'rule-functions.md')

test('docs/rule-functions.md describes the functions as they are', async () => {
  await expect(functionPage()).toMatchFileSnapshot(PAGE)
})
