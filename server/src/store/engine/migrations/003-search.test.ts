import { parseQuery } from '@logyard/languages/query/parse-query'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import { fieldColumns } from '@logyard/languages/query-sql/field-columns'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { insertMessages } from '../../../search/testing/message-table.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { createMessagePartitions } from '../../index-sets/message-partitions.ts'
import { addFieldColumns } from '../../messages/field-column-table.ts'
import { createEngine } from '../engine.ts'
import { engineMigrations } from '../engine-migrations.ts'
import { messageTable } from '../old-messages.ts'
import { migrationTable } from './001-migration-table.ts'
import { messages } from './002-messages.ts'

const schema: FieldSchema = {
  names: () => ['code', 'tags', 'user'],
  mayBeLong: () => false,
  types: (name) => (name === 'user' ? ['String'] : []),
  otherAnalyses: [],
  columns: fieldColumns([{ field: 'user', type: 'String', isRepetitive: false, numberInValues: undefined }]),
  table: sql`messages`,
}

const rows = [
  { index: 'open_0', message: 'costs 1,000 at 10.0.0.1', fields: { user: 'Ada', code: 404 } },
  { index: 'open_0', message: 'Größe foo_bar', full_message: 'mehr über Größe', fields: { tags: ['x~y', 'two'] } },
  { index: 'closed_0', message: 'gone for a while 日本', fields: { user: 'Bob', code: '404' } },
]

test('messages stored before the migration are found like new ones, also in an index that was closed during it', async () => {
  const signal = AbortSignal.timeout(60_000)
  await using folder = await temporaryFolder()
  const options = { dataFolder: folder.path, log: createLog('off'), clock: systemClock }
  {
    await using engine = await createEngine({ ...options, migrations: [migrationTable, messages] })
    await engine.ready()
    const values = rows.map((row, at) => ({
      ...row,
      id: `01900000-0000-7000-8000-00000000000${at}`,
      source: `Web-${at}`,
    }))
    await engine.client.insert({ table: sql`messages`, values })
    await engine.client.command({ query: sql`ALTER TABLE messages DETACH PARTITION 'closed_0'` })
  }
  await using engine = await createEngine({ ...options, migrations: engineMigrations })
  await engine.ready()
  await createMessagePartitions(engine).attach('closed_0')
  // A column that a field gets later has the values of older messages, too.
  await addFieldColumns(
    engine.client,
    [{ field: 'user', type: 'String', isRepetitive: true, numberInValues: undefined }],
    signal,
  )
  await insertMessages(engine, [{ at: '2026-03-01T10:00:00.000Z', source: 'New', fields: { user: 'Ada', code: 404 } }])

  const found = async (query: string) => {
    const parsed = parseQuery(query, { allowLeadingWildcard: false })
    if (!parsed.ok) throw new Error(`cannot read ${query}`)
    const where = compileCondition(parsed.tree, schema, 0)
    const answer = await engine.client.query({
      query: sql`SELECT source FROM ${await messageTable(engine.client, signal)} WHERE ${where} ORDER BY source`,
      format: 'JSONEachRow',
    })
    return (await answer.json<{ source: string }>()).map(({ source }) => source)
  }
  expect(await found('message:10.0.0.1')).toEqual(['Web-0'])
  expect(await found('message:1,000')).toEqual(['Web-0'])
  expect(await found('message:1')).toEqual([])
  expect(await found('message:grösse')).toEqual([])
  expect(await found('message:größe OR full_message:über')).toEqual(['Web-1'])
  expect(await found('message:foo')).toEqual([])
  expect(await found('message:本')).toEqual(['Web-2'])
  expect(await found('404')).toEqual(['New', 'Web-0', 'Web-2'])
  expect(await found('Ada')).toEqual(['New', 'Web-0'])
  expect(await found('user:Ada')).toEqual(['New', 'Web-0'])
  expect(await found('_id:01900000-0000-7000-8000-000000000001')).toEqual(['Web-1'])
  expect(await found('Bob')).toEqual(['Web-2'])
  expect(await found('"x~y"')).toEqual(['Web-1'])
  expect(await found('WEB-1')).toEqual(['Web-1'])
})
