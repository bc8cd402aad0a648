import { randomUUID } from 'node:crypto'
import { createMutex } from '../../mutex.ts'
import type { CommitWitness, DocumentDiff, EntryWrite } from '../entry-log.ts'
import { diffOf, type OpenedCollections, type RenderedWrite, type Watched } from '../opened-collections.ts'
import type { Write } from '../settings-store.ts'
import { type CommittedChange, changesOf, type PostgresChanges } from './postgres-changes.ts'
import { COMMIT_TEXT, commitParameters, type LaidOut, type PostgresCommit, refusalOf } from './postgres-commit.ts'
import type { PostgresConnections } from './postgres-connections.ts'
import { isSqlState, SQLSTATE } from './postgres-errors.ts'
import type { CollectionLayout } from './postgres-layouts.ts'
import { pgText, textOf } from './postgres-text.ts'

const COMMIT = { name: 'commit', text: COMMIT_TEXT }
const BEFORE = {
  name: 'before',
  text: `SELECT collection, id, version, body FROM document
    WHERE (collection, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
}

interface WriterDeps {
  readonly connections: PostgresConnections
  readonly opened: OpenedCollections
  readonly changes: PostgresChanges
  readonly layoutOf: (collection: string) => CollectionLayout
}

export type PostgresWriter = ReturnType<typeof createPostgresWriter>

/** A commit is one call of a function in the database; entries of the audit log are made from what was read before. */
export function createPostgresWriter(deps: WriterDeps) {
  const { connections, opened, changes } = deps
  /** Entries refer to entries before them, so that those of a node follow each other. */
  const inOrder = createMutex()
  let watching: CommitWitness | undefined

  async function send(commit: PostgresCommit) {
    const [row] = await connections.query(COMMIT, commitParameters(commit))
    const changed = changesOf(row ?? {}, { collections: 'o_collections', ids: 'o_ids' })
    const committed: CommittedChange = { version: Number(row?.['o_version']), changes: changed }
    const sequences = Array.isArray(row?.['o_sequences']) ? row['o_sequences'].map(Number) : []
    const count = Array.isArray(row?.['o_ids']) ? row['o_ids'].length : 0
    for (const [index, { onStored }] of (commit.entries ?? []).entries()) onStored?.(sequences[index] ?? 0)
    return { committed, count }
  }

  async function layoutsOf(writes: readonly Write[]): Promise<ReadonlyMap<string, LaidOut>> {
    const layouts = new Map<string, LaidOut>()
    for (const collection of new Set(writes.map((write) => write.collection))) {
      layouts.set(collection, await deps.layoutOf(collection).current())
    }
    return layouts
  }

  /** Prepares the writes again after documents or layouts were changed meanwhile. */
  async function sendCurrent(writes: readonly RenderedWrite[], witness: CommitWitness | undefined) {
    const watched = opened.watchedBy(witness, writes)
    const id = randomUUID()
    for (;;) {
      const layouts = await layoutsOf(writes.map(({ write }) => write))
      const read = await readBefore(connections, watched)
      const entries = witness === undefined || watched.length === 0 ? [] : witness.entriesOf(read.diffs)
      try {
        return await send({ id, layouts, entries, writes: writes.map((entry) => ({ ...entry, ...read.of(entry) })) })
      } catch (error) {
        if (isSqlState(error, SQLSTATE.readAgain)) continue
        if (!isSqlState(error, SQLSTATE.layoutChanged)) throw refusalOf(error)
        await deps.layoutOf(textOf(error.detail)).again()
      }
    }
  }

  return {
    witness(witness: CommitWitness): Disposable {
      watching = witness
      return {
        [Symbol.dispose]: () => {
          if (watching === witness) watching = undefined
        },
      }
    },

    /** Returns how many of the writes changed something. */
    async commit(writes: readonly Write[]): Promise<number> {
      if (writes.length === 0) return 0
      const rendered = opened.renderAll(writes)
      const witness = watching
      const isWatched = opened.watchedBy(witness, rendered).length > 0
      const { committed, count } = isWatched
        ? await inOrder(() => sendCurrent(rendered, witness))
        : await sendCurrent(rendered, undefined)
      await changes.committed(committed)
      return count
    },

    async writeEntries(entries: readonly EntryWrite[]): Promise<void> {
      if (entries.length === 0) return
      const { committed } = await inOrder(() => send({ id: randomUUID(), layouts: new Map(), writes: [], entries }))
      await changes.committed(committed)
    },

    inOrder,
  }
}

interface Before {
  readonly diffs: readonly DocumentDiff[]
  /** The version that a write must still find. */
  of(entry: RenderedWrite): { readonly read?: number }
}

async function readBefore(connections: PostgresConnections, watched: readonly Watched[]): Promise<Before> {
  if (watched.length === 0) return { diffs: [], of: () => ({}) }
  const places = watched.map(({ entry: { write } }) => [pgText(write.collection), pgText(write.id)] as const)
  const rows = await connections.query(BEFORE, [places.map(([collection]) => collection), places.map(([, id]) => id)])
  const placeOf = (collection: string, id: string) => JSON.stringify([collection, id])
  const found = new Map(rows.map((row) => [placeOf(textOf(row['collection']), textOf(row['id'])), row]))
  const rowOf = ({ write }: RenderedWrite) => found.get(placeOf(write.collection, write.id))
  const entries = new Set(watched.map(({ entry }) => entry))
  return {
    diffs: watched.flatMap((one) => {
      const body = one.entry.write.kind === 'insert' ? undefined : rowOf(one.entry)?.['body']
      return diffOf(one, body === undefined ? undefined : String(body))
    }),
    of: (entry) =>
      // An insert of what exists is refused anyway.
      entries.has(entry) && entry.write.kind !== 'insert' ? { read: Number(rowOf(entry)?.['version'] ?? 0) } : {},
  }
}
