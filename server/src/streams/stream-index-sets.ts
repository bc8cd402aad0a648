import { LogyardError } from '../platform/errors.ts'

/** What streams ask of index sets. */
export interface StreamIndexSets {
  find(id: string): Promise<{ readonly writable: boolean } | undefined>
  defaultId(): Promise<string>
  list(): Promise<readonly { readonly id: string; readonly index_prefix: string }[]>
}

const indexSetUnknown = (id: string) =>
  new LogyardError('invalid', 'stream-index-set-unknown', `Index set with ID <${id}> does not exist!`)
const indexSetReadOnly = () =>
  new LogyardError('invalid', 'stream-index-set-read-only', 'Assigned index set must be writable!')

export async function requireWritable(indexSets: StreamIndexSets, id: string): Promise<void> {
  const found = await indexSets.find(id)
  if (found === undefined) throw indexSetUnknown(id)
  if (!found.writable) throw indexSetReadOnly()
}
