import { expect, test } from 'vitest'
import { extractedFields, renameExtracted } from './extracted-fields.ts'

test.each([
  [
    '^%{IP:client_ip} took %{INT:took_ms;long}ms %{DATA} (?<rest>.*) %{PART:a_b=\\w+} %{IP:client_ip}',
    ['client_ip', 'took_ms', 'rest', 'a_b'],
  ],
  ['%{COMBINEDAPACHELOG}', ['COMBINEDAPACHELOG']],
  ['plain', []],
])('%s', (pattern, fields) => {
  expect(extractedFields(pattern)).toEqual(fields)
})

test('a field is renamed where the pattern names it, and nowhere else', () => {
  const pattern = 'id %{IP:id} %{INT:id;long} (?<id>\\w+) (?<idle>x) %{ID} %{INT:id_2}'
  expect(renameExtracted(pattern, 'id', 'a_b')).toBe(
    'id %{IP:a_b} %{INT:a_b;long} (?<ab>\\w+) (?<idle>x) %{ID} %{INT:id_2}',
  )
})
