/**
 * Gives columns to fields of patterns that searches use often, and takes them away with the field. Stored messages get their
 * values one partition after the other, with pauses; until then, and for templates that joined later, values are computed.
 */
import { patternFieldColumn } from '@logyard/languages/query-sql/pattern-field-sql'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { ScheduledJob } from '../../platform/scheduler/scheduler.ts'
import { createReplica } from '../../platform/settings/replica.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { findHidden } from '../../store/engine/all-messages.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { type PatternColumn, patternColumnCollection } from './column-store.ts'
import { partPatternsOf } from './part-patterns-of.ts'
import {
  addPatternColumn,
  dropPatternColumn,
  findUnstored,
  readPatternColumns,
  storePartition,
} from './pattern-column-table.ts'
import type { FieldTemplate, StoredPatternField } from './pattern-field-store.ts'

export type PatternColumns = ReturnType<typeof createPatternColumns>

/** Searches on one node within a day that make a column worth its place. */
export const MANY_USES = 50
const DAY_MS = 86_400_000
/** Each makes inserts and merges a little slower. */
export const MAX_PATTERN_COLUMNS = 20
const EVERY_MS = 60_000
/** Searches and exports that began before the field was deleted have ended. */
const LEAVES_AFTER_MS = 3_600_000
/** Pause after a partition, as a multiple of the time that it took. */
const PAUSE = 3

export function createPatternColumns(deps: {
  readonly settings: SettingsStore
  readonly engine: Pick<Engine, 'client' | 'schemaTurn' | 'stores'>
  readonly clock: Clock
  readonly log: Log
  readonly list: () => Promise<readonly StoredPatternField[]>
  readonly templatesOf: (field: StoredPatternField) => readonly FieldTemplate[]
}) {
  const { settings, engine, clock, log, list, templatesOf } = deps
  const collection = settings.collection(patternColumnCollection)
  const replica = createReplica(settings, patternColumnCollection)
  /** Columns that this node has found in the table. */
  let present: { readonly generation: number; readonly names: ReadonlySet<string> } | undefined
  const nowIso = () => clock.now().toISOString()

  async function add(field: StoredPatternField, column: PatternColumn, signal: AbortSignal): Promise<void> {
    const isPlanned = ({ hash }: FieldTemplate) => column.hashes.length === 0 || column.hashes.includes(hash)
    const templates = templatesOf(field).filter(isPlanned)
    const hashes = templates.map(({ hash }) => hash)
    // Stored first: if the column is there already after a crash, it has the values of these templates.
    await collection.put({ ...column, hashes })
    const computed = patternFieldColumn({ ...field, patterns: partPatternsOf(field, templates) })
    await engine.schemaTurn(async () => {
      // While an index is rewritten, searches read a view that would lack the column.
      if ((await findHidden(engine.client, signal)) !== undefined) return
      await engine.stores.changeColumns(({ client }) => addPatternColumn(client, field.id, computed, signal))
      await collection.put({ ...column, state: 'storing', hashes, since: nowIso() })
      log.info({ field: field.name }, 'a field of a pattern that is used often gets a column')
    })
  }

  async function leave(column: PatternColumn, signal: AbortSignal): Promise<void> {
    if (column.state !== 'leaving') {
      await collection.put({ ...column, state: 'leaving', since: nowIso() })
    } else if (clock.now().getTime() - Date.parse(column.since) >= LEAVES_AFTER_MS) {
      await engine.schemaTurn(() =>
        engine.stores.changeColumns(({ client }) => dropPatternColumn(client, column.id, signal)),
      )
      await collection.delete(column.id)
    }
  }

  /** Other servers would have to get the column before they join: a cluster computes. */
  const mayHaveColumns = () => engine.stores.servers().length === 1

  async function run(signal: AbortSignal): Promise<void> {
    await replica.fresh()
    if (!mayHaveColumns() || replica.count() === 0) return
    const fields = new Map((await list()).map((field) => [field.id, field]))
    for (const column of replica.list()) {
      const field = fields.get(column.id)
      if (field === undefined) await leave(column, signal)
      else if (column.state === 'wanted') await add(field, column, signal)
      else if (column.state === 'storing') {
        await storeAll(deps, column.id, signal)
        await collection.update(column.id, (before) => ({ ...before, state: 'stored' }))
      }
    }
  }

  async function want(id: string): Promise<void> {
    await replica.fresh()
    if (!mayHaveColumns() || replica.find(id) !== undefined || replica.count() >= MAX_PATTERN_COLUMNS) return
    await collection.put({ id, state: 'wanted', hashes: [], since: nowIso() })
  }

  return {
    /** Counts a search that reads the field. */
    noteUse: createUses(clock, (id) => {
      want(id).catch((error: unknown) => log.warn({ err: error }, 'a field of a pattern could not ask for a column'))
    }),
    /** The column of the field, if the table has it. */
    async find(id: string): Promise<PatternColumn | undefined> {
      await replica.fresh()
      const column = replica.find(id)
      if (column?.state !== 'storing' && column?.state !== 'stored') return undefined
      const generation = replica.generation()
      // The messages may be in another store since the column was added.
      if (present?.generation !== generation) {
        present = { generation, names: await readPatternColumns(engine.client, AbortSignal.timeout(EVERY_MS)) }
      }
      return present.names.has(`pattern_${id}`) ? column : undefined
    },
    job: { name: 'pattern-field-columns', everyMs: EVERY_MS, scope: 'cluster', run } satisfies ScheduledJob,
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}

/** Calls `onMany` once a field has many uses within a day. */
function createUses(clock: Clock, onMany: (id: string) => void) {
  const uses = new Map<string, { count: number; readonly sinceMs: number }>()
  return (id: string): void => {
    const nowMs = clock.monotonicMs()
    const known = uses.get(id)
    if (known === undefined || nowMs - known.sinceMs > DAY_MS) {
      uses.set(id, { count: 1, sinceMs: nowMs })
      return
    }
    known.count += 1
    if (known.count === MANY_USES) onMany(id)
  }
}

/** Stores the values of all messages that were stored before there was the column. */
async function storeAll(
  { engine, clock }: { readonly engine: Pick<Engine, 'client' | 'stores'>; readonly clock: Clock },
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const done = new Set<string>()
  for (;;) {
    signal.throwIfAborted()
    const partition = await findUnstored(engine.client, id, done, signal)
    if (partition === undefined) return
    const startMs = clock.monotonicMs()
    await engine.stores.changeColumns(({ patientClient }) => storePartition(patientClient, id, partition, signal))
    done.add(partition)
    await clock.sleep((clock.monotonicMs() - startMs) * PAUSE, signal)
  }
}
