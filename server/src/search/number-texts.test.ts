/** Texts that are numbers, in a field that holds numbers: they are found, sorted and counted as numbers over HTTP. */
import type { FieldValue } from '@logyard/codecs/codec'
import type { PivotResult } from '@logyard/contract/search/search-results'
import { expect, test } from 'vitest'
import { insertMessages } from './testing/message-table.ts'
import { listOf, messages, query, resultOf, text, textsOf } from './testing/search-drafts.ts'
import { searchTests } from './testing/search-tests.ts'

const tests = searchTests()

const SENT = [1500, '1499', '1500.0', '1.6e3', 2000.5, '9007199254740993', '-7', 'n/a', ['20', 'x'], '0x7D0', ' 1700']

const insert = (field: string, values: readonly FieldValue[]) =>
  insertMessages(
    tests.engine,
    values.map((value, place) => ({
      at: `2026-03-01T10:00:${String(place).padStart(2, '0')}.000Z`,
      message: String(value),
      fields: { [field]: value },
    })),
  )

test.each([
  ['took_ms:[1500 TO 2000]', ['1500', '1500.0', '1.6e3']],
  ['took_ms:>1.5s', ['1.6e3', '2000.5', '9007199254740993']],
  ['took_ms:<1500', ['1499', '-7', '20,x']],
  ['took_ms:[* TO -1]', ['-7']],
  ['took_ms:1500', ['1500', '1500.0']],
  ['took_ms:1.5s', ['1500', '1500.0']],
  ['took_ms:"1600"', ['1.6e3']],
  ['took_ms:9007199254740993', ['9007199254740993']],
  ['took_ms:>=9007199254740994', []],
  ['took_ms:20', ['20,x']],
  ['took_ms:"n/a"', ['n/a']],
  ['took_ms:n*', ['n/a']],
  ['took_\\*:>=2000', ['2000.5', '9007199254740993']],
])('%s finds numbers and texts that are numbers', async (wanted, found) => {
  await insert('took_ms', SENT)
  const search = query({
    query: text(wanted),
    search_types: [messages({ sort: [{ field: 'timestamp', order: 'ASC' }] })],
  })
  expect(textsOf(await tests.logyard.search([search]))).toEqual(found)
})

test('such texts are sorted among the numbers and returned as they were sent', async () => {
  await insert('took_ms', ['n/a', '10', 9, '9.5', 100, '1e1'])
  const sorted = async (order: string) => {
    const list = listOf(
      await tests.logyard.search([query({ search_types: [messages({ sort: [{ field: 'took_ms', order }] })] })]),
    )
    return list.messages.map(({ message }) => message['took_ms'])
  }
  expect(await sorted('ASC')).toEqual([9, '9.5', '10', '1e1', 100, 'n/a'])
  expect(await sorted('DESC')).toEqual([100, '1e1', '10', '9.5', 9, 'n/a'])
})

test('such texts count in averages, and a field of texts only has none', async () => {
  await insert('took_ms', [1, '2', '3.0', 'n/a'])
  await insert('code', ['1', '2'])
  const average = (field: string) => ({ id: field, type: 'pivot', series: [{ type: 'avg', field }], rollup: true })
  const job = await tests.logyard.search([query({ search_types: [average('took_ms'), average('code')] })])
  const pivot: PivotResult = Object(resultOf(job).search_types['took_ms'])
  expect(pivot.rows?.[0]?.values[0]?.value).toBe(2)
  expect(job.errors).toMatchObject([{ description: expect.stringContaining('Expected numeric type on field [code]') }])
})

test('texts of a field without numbers are compared by their characters', async () => {
  await insert('code', ['7', '07', '10'])
  const found = async (wanted: string) =>
    textsOf(await tests.logyard.search([query({ query: text(wanted) })])).toSorted()
  expect(await found('code:7')).toEqual(['7'])
  expect(await found('code:>1')).toEqual(['10', '7'])
})
