import { fieldSql } from '@logyard/languages/query-sql/message-field'
import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { startTestEngine } from '../testing/start-index-sets.ts'
import { insertMessages, schemaOf } from './testing/message-table.ts'

test('the text of a timestamp is ISO 8601 with milliseconds', async () => {
  await using under = await startTestEngine()
  await insertMessages(under.engine, [{ at: '2026-03-01T10:00:00.250Z' }, { at: '1950-03-01T10:00:00.000Z' }])
  const { text } = fieldSql('timestamp', await schemaOf(under.engine))
  const answer = await under.engine.client.query({
    query: sql`SELECT ${text} FROM messages ORDER BY timestamp`,
    format: 'JSONCompactEachRow',
  })
  expect((await answer.json()).flat()).toEqual(['1950-03-01T10:00:00.000Z', '2026-03-01T10:00:00.250Z'])
})
