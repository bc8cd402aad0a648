/** The indices that are in the table of an earlier version, in the order in which they are rewritten. */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import type { RewritingEngine } from './rewriting-engine.ts'

/** An index of an index set. */
interface KnownIndex {
  readonly id: string
  readonly number: number
  readonly created_at: string | null
  readonly state: 'open' | 'closed' | 'doomed'
}

export interface KnownIndices {
  list(): Promise<readonly KnownIndex[]>
  find(name: string): Promise<KnownIndex | undefined>
}

const OldIndex = Type.Object({ name: Type.String(), rows: Type.Number(), bytes: Type.Number() })
export interface OldIndex {
  readonly name: string
  readonly rows: number
  readonly bytes: number
}

const OLD = sql`SELECT partition AS name, toFloat64(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes
  FROM system.parts WHERE active AND database = currentDatabase() AND table = 'old_messages' GROUP BY name`

/** The newest first. Closed indices are rewritten once they are opened again, and those that are being deleted never. */
export async function oldIndices(
  engine: RewritingEngine,
  indices: Pick<KnownIndices, 'list'>,
  signal: AbortSignal,
): Promise<readonly OldIndex[]> {
  const [found, stored] = await Promise.all([engine.rows(OldIndex, OLD, signal), indices.list()])
  const byName = new Map(stored.map((index) => [index.id, index]))
  return found
    .filter(({ name }) => isOpen(byName.get(name)))
    .sort((one, other) => newestFirst(byName.get(one.name), byName.get(other.name)) || (one.name < other.name ? 1 : -1))
}

/** An index that no index set has any more is searched like an open one. */
export const isOpen = (index: KnownIndex | undefined): boolean => index === undefined || index.state === 'open'

function newestFirst(one: KnownIndex | undefined, other: KnownIndex | undefined): number {
  const [created, otherCreated] = [one?.created_at ?? '', other?.created_at ?? '']
  if (created !== otherCreated) return created < otherCreated ? 1 : -1
  return (other?.number ?? -1) - (one?.number ?? -1)
}
