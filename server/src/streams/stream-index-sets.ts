import { LogyardError } from '../platform/errors.ts'
import type { Write } from '../platform/settings/settings-store.ts'

/** What streams ask of index sets. */
export interface StreamIndexSets {
  find(id: string): Promise<{ readonly writable: boolean } | undefined>
  /** For a commit that needs the set: it fails when the set is gone by then, and a deletion that runs meanwhile fails. */
  claiming(id: string): Promise<readonly Write[]>
  defaultId(): Promise<string>
  list(): Promise<readonly { readonly id: string; readonly index_prefix: string }[]>
}

const indexSetUnknown = (id: string) =>
  new LogyardError('invalid', 'stream-index-set-unknown', `Index set with ID <${id}> does not exist!`)
const indexSetReadOnly = () =>
  new LogyardError('invalid', 'stream-index-set-read-only', 'Assigned index set must be writable!')

/** Answers what belongs into the commit of a stream that is to write to the set. */
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
