import { sql } from '@logyard/languages/sql/sql'
import type { EngineClient } from './sql-client.ts'

/**
 * Kinds of functions that compute from their arguments alone. Functions of other kinds may read files, tables and
 * settings, call other machines or describe this one, so a kind that a later version adds is refused until it is in
 * this list.
 */
const COMPUTING_KINDS: ReadonlySet<string> = new Set([
  'Arithmetic',
  'Arrays',
  'Bit',
  'Bitmap',
  'Comparison',
  'Conditional',
  'Dates and Times',
  'Encoding',
  'Hash',
  'IP Address',
  'JSON',
  'Logical',
  'Map',
  'Mathematical',
  'Null',
  'Rounding',
  'String',
  'String Replacement',
  'String Search',
  'String Splitting',
  'Tuple',
  'Type Conversion',
  'URL',
  'UUID',
])
/** The functions of the kind Other that searches use. */
const COMPUTING: ReadonlySet<string> = new Set(['currentdatabase', 'identity', 'indexhint', 'materialize'])

const FUNCTIONS = sql`SELECT lower(f.name) AS name, f.is_aggregate AS is_aggregate, f.origin AS origin,
    if(f.alias_to = '', f.categories, original.categories) AS kind
  FROM system.functions AS f LEFT JOIN system.functions AS original ON original.name = f.alias_to
  UNION ALL SELECT lower(name), 0, '', '' FROM system.table_functions`

interface EngineFunction {
  readonly name: string
  readonly is_aggregate: number
  readonly origin: string
  readonly kind: string
}

/** Functions that do more than compute, and table functions: no limited user may call them. Names are in lower case. */
export async function reachingFunctions(client: Pick<EngineClient, 'query'>): Promise<ReadonlySet<string>> {
  const answer = await client.query({ query: FUNCTIONS, format: 'JSONEachRow' })
  const functions = await answer.json<EngineFunction>()
  return new Set(functions.filter((found) => !computes(found)).map(({ name }) => name))
}

function computes({ name, is_aggregate: isAggregate, origin, kind }: EngineFunction): boolean {
  return origin === 'System' && (isAggregate === 1 || COMPUTING_KINDS.has(kind) || COMPUTING.has(name))
}
