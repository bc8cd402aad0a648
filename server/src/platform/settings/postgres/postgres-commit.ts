/** The parameters of the function that commits, and its refusals. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { bytesOf } from '../entry-hash.ts'
import type { EntryWrite } from '../entry-log.ts'
import { lastWrites, type RenderedWrite } from '../opened-collections.ts'
import { UniqueTaken, writeConflict } from '../settings-store.ts'
import { isSqlState, SQLSTATE } from './postgres-errors.ts'
import { pgKey, pgText, textOf } from './postgres-text.ts'

const Taken = Type.Object({ collection: Type.String(), key: Type.String() })
const Conflict = Type.Object({ collection: Type.String(), id: Type.String() })

export const COMMIT_TEXT =
  'SELECT o_version, o_collections, o_ids, o_sequences FROM logyard_commit_1($1, $2, $3, $4, $5)'

/** Where a collection stands; numbers of layouts. */
export interface LaidOut {
  /** Layout of this program. */
  readonly own: number
  /** The newest one that this program knows to be compatible. */
  readonly newest: number
}

export interface PostgresCommit {
  /** Makes it possible to repeat the commit when its answer was lost. */
  readonly id: string
  /** Layouts of the collections whose documents it writes. */
  readonly layouts: ReadonlyMap<string, LaidOut>
  /** With the version that was read, if entries were made from it; 0 for no document. */
  readonly writes: readonly (RenderedWrite & { readonly read?: number })[]
  readonly entries?: readonly EntryWrite[]
  /** It brings documents to the newest layout itself, so that none is checked. */
  readonly isRewriting?: true
}

export function commitParameters({
  id,
  layouts,
  writes,
  entries = [],
  isRewriting,
}: PostgresCommit): readonly string[] {
  const keys = lastWrites(writes).flatMap(({ write, rendered }) =>
    (rendered?.keys ?? []).map(({ name, value, isUnique }) => ({
      collection: pgText(write.collection),
      name: pgText(name),
      value: pgKey(value),
      id: pgText(write.id),
      is_unique: isUnique,
    })),
  )
  const parameters = [
    isRewriting
      ? []
      : [...layouts].map(([collection, { own, newest }]) => ({ collection: pgText(collection), layout: own, newest })),
    writes.map(({ write, rendered, read }) => ({
      collection: pgText(write.collection),
      kind: write.kind,
      id: pgText(write.id),
      version: write.version,
      read,
      layout: layouts.get(write.collection)?.own,
      body: rendered?.body,
    })),
    keys,
    entries.map(entryParameter),
  ]
  return [id, ...parameters.map((parameter) => JSON.stringify(parameter))]
}

function entryParameter({ entry, sequence }: EntryWrite) {
  const { entityType, entityId, ...facts } = entry.facts
  const texts = { ...facts, entity_type: entityType, entity_id: entityId }
  return {
    sequence,
    chain: pgText(entry.chain ?? ''),
    at_ms: entry.atMs,
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, pgText(text)])),
    bytes: bytesOf(entry),
    body: entry.body,
  }
}

/** As callers of the store know it. */
export function refusalOf(error: unknown): unknown {
  if (isSqlState(error, SQLSTATE.taken)) {
    const { collection, key } = Value.Parse(Taken, JSON.parse(error.detail ?? ''))
    return new UniqueTaken(textOf(collection), textOf(key), { cause: error })
  }
  if (!isSqlState(error, SQLSTATE.conflict)) return error
  const { collection, id } = Value.Parse(Conflict, JSON.parse(error.detail ?? ''))
  return writeConflict(textOf(collection), textOf(id))
}
