import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STEP_AGGREGATES, STEP_FUNCTIONS } from '@logyard/languages/query-steps/step-functions'
import { STEP_NAMES } from '@logyard/languages/query-steps/step-syntax'
import { expect, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/steps.md'), 'utf8')

test('the page about steps has each step, function and aggregate', () => {
  const rows = [...Object.values(STEP_FUNCTIONS), ...Object.values(STEP_AGGREGATES)]
  expect(rows.map(({ call, summary }) => `| \`${call}\` | ${summary} |`).filter((row) => !page.includes(row))).toEqual(
    [],
  )
  expect(STEP_NAMES.filter((name) => !page.includes(`| \`${name} `))).toEqual([])
})
