import type { MessageSort } from '@logyard/contract/search/search-types'
import { NO_FIELD_COLUMNS } from '@logyard/languages/query-sql/field-columns'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { messageOrder } from './message-sort.ts'

const schema: FieldSchema = {
  names: () => ['took'],
  mayBeLong: () => false,
  types: (name) => (name === 'took' ? ['Int64'] : []),
  otherAnalyses: [],
  columns: NO_FIELD_COLUMNS,
  table: sql`messages`,
}

test('a list of messages is sorted by its fields and then by id', () => {
  const sort: readonly MessageSort[] = [
    { field: 'timestamp', order: 'ASC' },
    { field: 'took', order: 'DESC' },
  ]
  expect(messageOrder(sort, schema).text).toBe(
    'timestamp ASC, toFloat64(fields.`took`.:Int64) DESC NULLS LAST, toString(fields.`took`.:Int64) DESC NULLS LAST, received DESC, journal_offset DESC, place DESC',
  )
  expect(messageOrder(null, schema).text).toBe('timestamp DESC, received DESC, journal_offset DESC, place DESC')
})

test.each([
  "ASC LIMIT 0 UNION ALL SELECT line FROM file('/etc/passwd', 'LineAsString', 'line String') -- ",
  'ASC, (SELECT 1)',
  'asc',
  '',
])('the invalid order %j is refused', (order) => {
  // A value that bypassed the schema may have any type.
  const sort: readonly MessageSort[] = JSON.parse(JSON.stringify([{ field: 'source', order }]))
  expect(() => messageOrder(sort, schema)).toThrow('ASC or DESC')
})
