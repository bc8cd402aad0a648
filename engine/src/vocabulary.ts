import type { EngineSession } from './engine-session.ts'

/** The names that the engine knows. Names of functions are in lower case, because many of them ignore case. */
export type Vocabulary = {
  readonly version: string
  readonly settings: ReadonlySet<string>
  readonly formats: ReadonlySet<string>
  /** The functions that no role may call: table functions, and functions that do more than compute. */
  readonly reaching: ReadonlySet<string>
}

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
const COMPUTING: ReadonlySet<string> = new Set(['currentdatabase', 'indexhint', 'materialize'])

export async function readVocabulary(session: EngineSession): Promise<Vocabulary> {
  const read = async (sql: string): Promise<readonly string[]> => {
    const conditions = { settings: new Map(), params: new Map(), database: 'default', role: undefined }
    return (await session.run(conditions, sql, 'TabSeparatedRaw')).text().trim().split('\n')
  }
  const [version = ''] = await read('SELECT version()')
  const functions = await read(
    `SELECT lower(f.name), f.is_aggregate, if(f.alias_to = '', f.categories, original.categories), f.origin
     FROM system.functions AS f LEFT JOIN system.functions AS original ON original.name = f.alias_to`,
  )
  return {
    version,
    settings: new Set(
      await read('SELECT name FROM system.settings UNION ALL SELECT name FROM system.merge_tree_settings'),
    ),
    formats: new Set(await read('SELECT name FROM system.formats')),
    reaching: new Set([
      ...functions
        .map((line) => line.split('\t'))
        .filter((found) => !computes(found))
        .map(([name = '']) => name),
      ...(await read('SELECT lower(name) FROM system.table_functions')),
    ]),
  }
}

function computes([name = '', isAggregate, kind = '', origin]: readonly string[]): boolean {
  return origin === 'System' && (isAggregate === '1' || COMPUTING_KINDS.has(kind) || COMPUTING.has(name))
}
