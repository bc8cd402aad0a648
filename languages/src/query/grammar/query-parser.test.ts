import { expect, test } from 'vitest'
import { generateParser, readParser } from '../../../generate-parsers.ts'

test('the parser is generated from the grammar: npm run generate -w @logyard/languages', () => {
  expect(readParser('query')).toEqual(generateParser('query'))
})
