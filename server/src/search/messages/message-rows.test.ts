import type { FieldValue } from '@logyard/codecs/codec'
import { fieldColumns } from '@logyard/languages/query-sql/field-columns'
import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { addFieldColumns, type StoredFieldColumn } from '../../store/messages/field-column-table.ts'
import { startTestEngine } from '../../testing/start-index-sets.ts'
import { compileScope, EVER } from '../scope/message-scope.ts'
import { exactJson } from '../statements/exact-json.ts'
import { createSearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from '../testing/message-table.ts'
import { readableStreams } from '../testing/readable-streams.ts'
import { messageReader } from './message-rows.ts'

const LONG = 'long '.repeat(60)
const COLUMNS: readonly StoredFieldColumn[] = [
  { field: 'usual', type: 'String', isRepetitive: true, numberInValues: undefined },
  { field: 'zone', type: 'String', isRepetitive: true, numberInValues: 1 },
  { field: 'zone', type: 'Int64', isRepetitive: false, numberInValues: 12 },
  { field: 'zone', type: 'Float64', isRepetitive: false, numberInValues: 3 },
  { field: 'path', type: 'String', isRepetitive: false, numberInValues: 4 },
]
const VALUES: readonly FieldValue[] = [
  'north',
  '',
  '~',
  '~5',
  '~512',
  '~3',
  'a\x7fb~2',
  'Größe 😀',
  '7',
  'true',
  true,
  0,
  -17,
  2 ** 53 + 2,
  2n ** 63n - 1n,
  2n ** 64n - 1n,
  1e17,
  1e18,
  0.1,
  -1e300,
  ['a', 'b'],
]

test('messages are read as they were stored, whether their values are read from columns or from values', async () => {
  await using store = await startTestEngine()
  const { engine } = store
  const messages = VALUES.flatMap((zone, at) => [
    { at: new Date(Date.UTC(2026, 2, 1) + at).toISOString(), fields: { zone, usual: `user ${at}` } },
    { at: new Date(Date.UTC(2026, 2, 2) + at).toISOString(), fields: { path: at % 2 === 0 ? LONG : `/${at}`, zone } },
  ])
  await insertMessages(engine, messages)
  await engine.stores.changeColumns(({ client }) => addFieldColumns(client, COLUMNS, AbortSignal.timeout(30_000)))
  await insertMessages(engine, messages, COLUMNS)

  const searches = createSearchEngine({ engine, clock: systemClock })
  const streams = readableStreams(TEST_STREAM)
  const from = compileScope({ streams, range: EVER, conditions: [] }, await schemaOf(engine), 0)()
  const opened = new Set<string>()
  async function read(columns: readonly StoredFieldColumn[]) {
    const reader = messageReader({ columns: fieldColumns(columns), mayBeLong: (field) => field === 'path' })
    for (const { field } of columns) if (reader.selection.text.includes(`text_${field}`)) opened.add(field)
    const statement = sql`SELECT ${reader.selection} FROM ${from} ORDER BY timestamp, journal_offset`
    const rows = await searches.rows(statement, { signal: AbortSignal.timeout(30_000) })
    return rows.map((row) => reader.read(row).document)
  }
  const documents = await read(COLUMNS)
  expect(opened).toEqual(new Set(['usual', 'path']))
  const byTime = messages.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const sent = byTime.flatMap(({ fields }) => [fields, fields])
  const part = ({ zone, path, usual }: Record<string, unknown>) => exactJson.stringify({ zone, path, usual })
  expect(documents.map(part)).toEqual(sent.map(part))

  const compared = COLUMNS.map((column) => ({ ...column, numberInValues: undefined }))
  expect((await read(compared)).map(part)).toEqual(documents.map(part))
})
