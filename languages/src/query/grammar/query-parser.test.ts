import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateQueryParser } from '../../../generate-query-parser.ts'

test('the parser is generated from the grammar: npm run generate -w @logyard/languages', () => {
  expect(readFileSync(new URL('./query-parser.ts', import.meta.url), 'utf8')).toBe(generateQueryParser())
})
