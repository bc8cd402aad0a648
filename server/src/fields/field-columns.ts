/**
 * Gives columns to the fields that many messages have. Searches learn of a column before the first message is written to
 * it, so that they never miss one.
 */
import { type FieldColumns, fieldColumns } from '@logyard/languages/query-sql/field-columns'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { Sql } from '@logyard/languages/sql/sql'
import type { Log } from '../platform/log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { findHidden } from '../store/engine/all-messages.ts'
import type { Engine } from '../store/engine/engine.ts'
import { engineUnavailable, READY_WITHIN_MS } from '../store/engine/engine-failure.ts'
import { dropEmptyOld, messageTable } from '../store/engine/old-messages.ts'
import { addFieldColumns, readFieldColumns, type StoredFieldColumn } from '../store/messages/field-column-table.ts'
import { joinSenders, type ValueCount, type ValueCounts } from '../store/messages/value-counts.ts'
import { createColumnChanges } from './column-changes.ts'

export type MessageFieldColumns = ReturnType<typeof createFieldColumns>

/** Columns of all fields together. More would make inserts and merges slow. */
export const MAX_FIELD_COLUMNS = 200
/** Those of fields that only one of several senders has: one that invents fields must leave columns to the others. */
export const MAX_LONE_COLUMNS = 100
/** Reads that follow each other when columns change. */
const MAX_READS = 5
/** Messages that are looked at before it is decided which fields get columns. */
const WINDOW = 10_000
/** Part of these messages that must have the field. */
const USUAL_SHARE = 0.01
/** Fields of fewer messages have their values in the column `values`, too: reading it takes less than comparing them all. */
const COMPARED_SHARE = 0.2
/** Texts of which fewer than this part are different are stored as a dictionary. */
const REPETITIVE_SHARE = 0.5

interface Columns {
  readonly stored: readonly StoredFieldColumn[]
  readonly columns: FieldColumns
  /** The table to read all messages from. */
  readonly table: Sql
}

/** The servers of all shards have the same ones: columns change only while each shard can be read. */
async function readColumns({ stores }: Pick<Engine, 'stores'>, signal: AbortSignal) {
  const [store] = stores.readable()
  if (store === undefined) throw engineUnavailable()
  return await readFieldColumns(store.client, signal)
}

export function createFieldColumns({
  settings,
  engine,
  log,
}: {
  readonly settings: SettingsStore
  readonly engine: Pick<Engine, 'client' | 'ready' | 'schemaTurn' | 'stores'>
  readonly log: Log
}) {
  const changes = createColumnChanges(settings)
  let readAt = -1
  const stopping = new AbortController()
  const listeners = new Set<() => void>()
  let known: Columns | undefined

  /** In the turn of changes of columns: what is published later is newer. */
  async function publishStored(): Promise<void> {
    const generation = await changes.generation()
    const stored = await readColumns(engine, stopping.signal)
    known = { stored, columns: fieldColumns(stored), table: await messageTable(engine.client, stopping.signal) }
    readAt = generation
    for (const listener of listeners) listener()
  }

  async function read(): Promise<void> {
    await engine.ready(stopping.signal)
    await engine.schemaTurn(async () => {
      if (known === undefined) await dropEmptyOld(engine.client, stopping.signal)
      await publishStored()
    })
  }
  let reading: Promise<void> | undefined
  /** One read at a time; one that failed is tried again when the columns are needed. */
  function readOnce(): Promise<void> {
    reading ??= read()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the columns of fields could not be read')
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  void readOnce()

  /** Reads again until it knows the changes of all nodes: a read that is under way may have begun before one. */
  async function catchUp(): Promise<void> {
    for (let reads = 0; reads < MAX_READS && (await changes.generation()) !== readAt; reads += 1) await readOnce()
  }
  const others = changes.onChange(catchUp)

  async function add(found: readonly FoundColumn[]): Promise<void> {
    const { stored } = known ?? (await readKnown())
    if (newColumns(found, stored).length === 0) return
    await engine.schemaTurn(async () => {
      // Searches of other nodes learn of the columns before a message is written to them.
      if (await addMissing(engine, found, { signal: stopping.signal, log })) await changes.note()
      await publishStored()
    })
  }

  const windows = createWindows(add, (error) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'fields could not get columns and are tried again')
  })

  async function readKnown(): Promise<Columns> {
    try {
      await engine.ready(AbortSignal.any([stopping.signal, AbortSignal.timeout(READY_WITHIN_MS)]))
    } catch (error) {
      throw engineUnavailable({ cause: error })
    }
    await readOnce()
    if (known === undefined) throw engineUnavailable()
    return known
  }

  return {
    /** What searches must read. Waits, for a while, until the engine has started for the first time. */
    async current(): Promise<Pick<FieldSchema, 'columns' | 'table'>> {
      if (known !== undefined) await catchUp()
      const { columns, table } = known ?? (await readKnown())
      return { columns, table }
    },
    /** Another table has all messages, on every node. */
    async tableChanged() {
      await changes.note()
      await catchUp()
    },
    /** The columns that may be written. */
    writable: () => known?.stored ?? [],
    onChange(listener: () => void) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    /** Counts values without a column; columns are added meanwhile. */
    count: windows.count,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      others[Symbol.dispose]()
      changes[Symbol.dispose]()
      await reading
      await windows.ended()
    },
  }
}

interface FoundColumn extends Omit<StoredFieldColumn, 'numberInValues'> {
  /** Whether searches without a field name compare it: many messages have it. */
  readonly isCompared: boolean
}

/** Returns whether it has added columns. */
async function addMissing(
  engine: Pick<Engine, 'client' | 'stores'>,
  found: readonly FoundColumn[],
  { signal, log }: { readonly signal: AbortSignal; readonly log: Log },
): Promise<boolean> {
  // Fields that are still usual get their columns soon.
  if ((await findHidden(engine.client, signal)) !== undefined) return false
  // The table knows best: it may have columns of which an answer was lost, with their numbers.
  const wanted = newColumns(found, await readColumns(engine, signal))
  await engine.stores.changeColumns((store) => addFieldColumns(store.client, wanted, signal))
  if (wanted.length === 0) return false
  log.info({ fields: wanted.map(({ field }) => field) }, 'fields that many messages have got columns')
  return true
}

/** The columns to add to those that are stored. */
function newColumns(found: readonly FoundColumn[], stored: readonly StoredFieldColumn[]): readonly StoredFieldColumn[] {
  const { of } = fieldColumns(stored)
  const free = 1 + Math.max(0, ...stored.map(({ numberInValues }) => numberInValues ?? 0))
  const missing = found.filter(({ field, type }) => of(field, type) === undefined)
  return withinLimits(missing, stored).map(({ isCompared, ...column }, at) => ({
    ...column,
    numberInValues: isCompared ? undefined : free + at,
  }))
}

function withinLimits(found: readonly FoundColumn[], stored: readonly StoredFieldColumn[]) {
  let lone = stored.filter(({ isLone }) => isLone).length
  const allowed = found.filter(({ isLone }) => {
    if (isLone) lone += 1
    return !isLone || lone <= MAX_LONE_COLUMNS
  })
  return allowed.slice(0, Math.max(0, MAX_FIELD_COLUMNS - stored.length))
}

/** Adds the columns of what is usual in each window of messages. */
function createWindows(add: (found: readonly FoundColumn[]) => Promise<void>, failed: (error: unknown) => void) {
  let window = createWindow()
  let adding: Promise<void> = Promise.resolve()
  return {
    count(counts: readonly ValueCounts[]) {
      for (const one of counts) window.add(one)
      if (window.messages() < WINDOW) return
      const found = window.usual()
      window = createWindow()
      adding = adding.then(() => add(found)).catch(failed)
    },
    ended: () => adding,
  }
}

/** Sums of the counts of some messages. */
function createWindow() {
  const sums = new Map<string, ValueCount>()
  let messages = 0
  let senders: readonly string[] = []
  const isLone = (one: ValueCount) => one.senders.length < 2 && senders.length > 1
  return {
    messages: () => messages,
    add(counts: ValueCounts) {
      messages += counts.messages
      senders = joinSenders(senders, counts.senders)
      for (const one of counts.counts) {
        const key = `${one.type} ${one.field}`
        const before = sums.get(key)
        sums.set(key, {
          ...one,
          values: one.values + (before?.values ?? 0),
          different: one.different + (before?.different ?? 0),
          senders: joinSenders(one.senders, before?.senders ?? []),
        })
      }
    },
    /** Columns for the fields that many of the messages have, the most frequent first. */
    usual: (): readonly FoundColumn[] =>
      [...sums.values()]
        .filter(({ values }) => values >= messages * USUAL_SHARE)
        .sort((a, b) => b.values - a.values)
        .map((one) => {
          const { field, type, values, different } = one
          const isRepetitive = type === 'String' && different < values * REPETITIVE_SHARE
          const isCompared = values >= messages * COMPARED_SHARE
          return { field, type, isRepetitive, isCompared, ...(isLone(one) && { isLone: true }) }
        }),
  }
}
