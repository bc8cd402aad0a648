import { expect, test } from 'vitest'
import { parseExactJson } from '../../api/exact-json.ts'
import { resultText } from './result-text.ts'

test('every digit of a time to live is shown, as a number', () => {
  const answer =
    '{"single_value":"a","multi_value":{"ttl":"12"},"string_list_value":null,"has_error":false,"ttl":9223372036854775807}'
  expect(resultText(parseExactJson(answer))).toBe(
    JSON.stringify(JSON.parse(answer), undefined, 2).replace('9223372036854776000', '9223372036854775807'),
  )
})
