import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { messageTable } from '../store/engine/old-messages.ts'
import type { EngineClient } from '../store/engine/sql-client.ts'
import type { FoundField } from './field-forms.ts'
import { formOfStored, withLongTexts } from './field-forms.ts'

const Row = Compile(Type.Object({ name: Type.String(), types: Type.Record(Type.String(), Type.Array(Type.String())) }))

/** The fields of all stored messages and their forms. Reads the whole table. */
export async function readStoredFields(
  client: Pick<EngineClient, 'query'>,
  signal: AbortSignal,
): Promise<readonly FoundField[]> {
  const answer = await client.query({
    query: sql`SELECT toString(\`index\`) AS name, distinctJSONPathsAndTypes(fields) AS types
      FROM ${await messageTable(client, signal)} GROUP BY name`,
    format: 'JSONEachRow',
    clickhouse_settings: { max_execution_time: 3600 },
    abort_signal: signal,
  })
  const found: FoundField[] = []
  for await (const row of answer.stream()) {
    const { name, types } = Row.Parse(row)
    for (const [field, stored] of Object.entries(types)) {
      const forms = stored.map(formOfStored)
      // Which form came first is no longer known.
      const [first = 0] = forms
      found.push({ index: name, field, forms: withLongTexts(forms.reduce((all, form) => all | form, 0)), first })
    }
  }
  return found
}
