/**
 * Lookups of runs in a thread that can be stopped: it has no lookup tables. A run notes what it misses, the main thread
 * finds it, and the run starts over with all answers so far.
 */
import { emptyResult } from '../../lookup/lookup-results.ts'
import type { LookupKey, LookupResult, LookupTable, LookupTables, LookupWriter } from '../../lookup/lookup-tables.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { PendingLookup } from '../../platform/pending-lookup.ts'

/** Plain data. */
export interface FoundLookups {
  /** Whether a table can be written; null if there is no such table. */
  readonly tables: ReadonlyMap<string, boolean | null>
  readonly results: readonly FoundResult[]
}

interface LookupQuestion {
  readonly table: string
  readonly key: LookupKey
}

interface FoundResult extends LookupQuestion {
  readonly result: LookupResult
}

/** Plain data. */
export interface MissingLookups {
  readonly tables: readonly string[]
  readonly keys: readonly LookupQuestion[]
}

export const NO_LOOKUPS: FoundLookups = { tables: new Map(), results: [] }

/** Lookups that need the result of another one take one round each. */
const MAX_ROUNDS = 20
/** Keys of all rounds. */
const MAX_KEYS = 50_000
const MAX_TABLES = 1000

const lookupsTooMany = () =>
  new LogyardError('invalid', 'run-lookups-too-many', 'The rules look up too many values. Try fewer messages.')

/** The tables as a run in a thread sees them. What it misses is added to `missing`. */
export interface RunTables extends LookupTables {
  missing(): MissingLookups
}

export function createRunTables({ tables, results }: FoundLookups): RunTables {
  const known = new Map(results.map(({ table, key, result }) => [nameOf(table, key), result]))
  const missingTables = new Set<string>()
  const missingKeys = new Map<string, LookupQuestion>()

  const tableOf = (table: string, writer: LookupWriter | undefined): LookupTable => ({
    lookUp(key) {
      const name = nameOf(table, key)
      const result = known.get(name)
      if (result !== undefined) return result
      if (missingKeys.size < MAX_KEYS) missingKeys.set(name, { table, key })
      return PENDING
    },
    writer,
  })

  return {
    find(table) {
      const canWrite = tables.get(table)
      if (canWrite === null) return undefined
      if (canWrite === undefined && missingTables.size < MAX_TABLES) missingTables.add(table)
      return tableOf(table, canWrite === true ? WITHOUT_EFFECT : undefined)
    },
    missing: () => ({ tables: [...missingTables], keys: [...missingKeys.values()] }),
  }
}

const nameOf = (table: string, key: LookupKey) => `${typeof key} ${String(key).length} ${key} ${table}`

/** Nothing resolves it: the run starts over. */
const PENDING: PendingLookup = { resolve: async () => undefined }

/** The evaluator buffers what rules write, and a run never lets it take effect. */
const WITHOUT_EFFECT: LookupWriter = {
  setValue: () => emptyResult(),
  setStringList: () => emptyResult(),
  addStringList: () => emptyResult(),
  removeStringList: () => emptyResult(),
  clear: () => undefined,
  assignTtl: () => emptyResult(),
}

/** Runs until nothing is missing. */
export async function runWithLookups<Output extends { readonly missing: MissingLookups }>(
  lookupTables: LookupTables,
  signal: AbortSignal,
  run: (found: FoundLookups) => Promise<Output>,
): Promise<Output> {
  const tables = new Map<string, boolean | null>()
  const results: FoundResult[] = []
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const output = await run({ tables, results })
    const { missing } = output
    if (missing.tables.length === 0 && missing.keys.length === 0) return output
    if (results.length + missing.keys.length > MAX_KEYS) throw lookupsTooMany()
    for (const name of missing.tables) {
      const table = lookupTables.find(name)
      tables.set(name, table === undefined ? null : table.writer !== undefined)
    }
    results.push(...(await findAll(lookupTables, missing.keys, signal)))
  }
  throw lookupsTooMany()
}

async function findAll(
  lookupTables: LookupTables,
  questions: readonly LookupQuestion[],
  signal: AbortSignal,
): Promise<readonly FoundResult[]> {
  const found: FoundResult[] = []
  let open = questions
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round += 1) {
    const pending = new Set<PendingLookup>()
    const stillOpen: LookupQuestion[] = []
    for (const question of open) {
      const result = lookupTables.find(question.table)?.lookUp(question.key) ?? emptyResult()
      if ('resolve' in result) {
        pending.add(result)
        stillOpen.push(question)
      } else found.push({ ...question, result })
    }
    await Promise.all(Array.from(pending, (lookup) => lookup.resolve(signal)))
    signal.throwIfAborted()
    open = stillOpen
  }
  return found
}
