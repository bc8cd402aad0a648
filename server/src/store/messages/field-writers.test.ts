import { MAX_STORED_VALUE_LENGTH } from '@logyard/languages/query-sql/stored-text'
import { expect, test } from 'vitest'
import { createFieldWriters } from './field-writers.ts'

function putEncoded(text: string): readonly string[] {
  const put: string[] = []
  const column = { field: 'note', type: 'String', isRepetitive: false, numberInValues: 1 } as const
  const writers = createFieldWriters([column], (_row, _number, value) => put.push(`${value}`))
  const bytes = Buffer.from(`before${text}after`)
  writers.of('note').texts?.putEncoded(0, bytes, 'before'.length, bytes.length - 'after'.length)
  return put
}

test.each(['a', 'ß', '日', '🙂'])('texts of "%s" that values may have are put there whole', (letter) => {
  const text = letter.repeat(Math.floor(MAX_STORED_VALUE_LENGTH / letter.length))
  expect(putEncoded(text)).toEqual([text])
})

test.each(['a', 'ß', '日', '🙂', 'a日'])('longer texts of "%s" stay too long, and are not decoded whole', (letter) => {
  expect(putEncoded(letter.repeat(MAX_STORED_VALUE_LENGTH + 1))[0]?.length).toBeGreaterThan(MAX_STORED_VALUE_LENGTH)
  expect(putEncoded(letter.repeat(100_000))[0]?.length).toBeLessThan(4 * MAX_STORED_VALUE_LENGTH)
})
