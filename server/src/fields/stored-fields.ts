import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { EngineClient } from '../store/engine/sql-client.ts'
import type { FoundField } from './field-forms.ts'
import { formOfStored } from './field-forms.ts'

const Row = Compile(Type.Object({ name: Type.String(), types: Type.Record(Type.String(), Type.Array(Type.String())) }))

/** The fields of all stored messages and their forms. Reads the whole table. */
export async function readStoredFields(
  client: Pick<EngineClient, 'query'>,
  signal: AbortSignal,
): Promise<readonly FoundField[]> {
  const answer = await client.query({
    query: sql`SELECT toString(\`index\`) AS name, distinctJSONPathsAndTypes(fields) AS types FROM messages GROUP BY name`,
    format: 'JSONEachRow',
    clickhouse_settings: { max_execution_time: 3600 },
    abort_signal: signal,
  })
  const rows = await answer.json()
  return rows.flatMap((row) => {
    const { name, types } = Row.Parse(row)
    return Object.entries(types).map(([field, stored]) => {
      const forms = stored.map(formOfStored)
      // Which form came first is no longer known.
      const [first = 0] = forms
      return { index: name, field, forms: forms.reduce((all, form) => all | form, 0), first }
    })
  })
}
