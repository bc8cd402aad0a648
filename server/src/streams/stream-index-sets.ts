import { LogyardError } from '../platform/errors.ts'
import type { Write } from '../platform/settings/settings-store.ts'

/** The part of index sets that streams need. */
export interface StreamIndexSets {
  find(id: string): Promise<{ readonly writable: boolean } | undefined>
  /** Writes for a commit that needs the set. The commit fails if the set was deleted; a concurrent deletion fails. */
  claiming(id: string): Promise<readonly Write[]>
  defaultId(): Promise<string>
  list(): Promise<readonly { readonly id: string; readonly index_prefix: string }[]>
}

const indexSetUnknown = (id: string) =>
  new LogyardError('invalid', 'stream-index-set-unknown', `Index set with ID <${id}> does not exist!`)
const indexSetReadOnly = () =>
  new LogyardError('invalid', 'stream-index-set-read-only', 'Assigned index set must be writable!')

/** Returns the writes that the commit of a stream with this index set must contain. */
export async function claimWritable(indexSets: StreamIndexSets, id: string): Promise<readonly Write[]> {
  const claim = await indexSets.claiming(id)
  await requireWritable(indexSets, id)
  return claim
}

export async function requireWritable(indexSets: StreamIndexSets, id: string): Promise<void> {
  const found = await indexSets.find(id)
  if (found === undefined) throw indexSetUnknown(id)
  if (!found.writable) throw indexSetReadOnly()
}
