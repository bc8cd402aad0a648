/**
 * The stored form of a document depends on its collection's keys, secrets and changes. If these differ from those of
 * the previous program, the documents of that collection are rewritten before they are read.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LogyardError } from '../errors.ts'
import { type DocumentCodec, documentDamaged } from './document-codec.ts'
import type { CollectionSpec, Document } from './settings-store.ts'

const Layout = Type.Object({
  keys: Type.Array(Type.Object({ name: Type.String(), unique: Type.Boolean() })),
  secrets: Type.Array(Type.String()),
  changes: Type.Array(Type.String()),
})
export type Layout = Static<typeof Layout>

const collectionTooNew = (collection: string, change: string) =>
  new LogyardError(
    'unavailable',
    'collection-too-new',
    `The stored ${collection} were changed by a newer Logyard (${change}): start that version, or restore a backup`,
  )

export function layoutOf<T extends Document, Key extends string>(spec: CollectionSpec<T, Key>): Layout {
  const keys = Object.entries<{ readonly unique: boolean }>(spec.keys).map(([name, { unique }]) => ({ name, unique }))
  return { keys, secrets: [...spec.secrets], changes: spec.changes.map(({ id }) => id) }
}

export const parseLayout = (text: string): Layout => Value.Parse(Layout, JSON.parse(text))

/** Documents that a newer program changed have a shape that this one does not know. */
export function refuseNewer<T extends Document, Key extends string>(spec: CollectionSpec<T, Key>, found: Layout): void {
  const unknown = found.changes.find((id) => !spec.changes.some((change) => change.id === id))
  if (unknown !== undefined) throw collectionTooNew(spec.name, unknown)
}

/** A document of an earlier layout in the shape that the collection has in this program. */
export function converted<T extends Document, Key extends string>(
  of: { readonly spec: CollectionSpec<T, Key>; readonly codec: DocumentCodec<T>; readonly before: Layout },
  id: string,
  body: string,
): Document {
  const { spec, codec, before } = of
  const opened = codec.open(id, body, before.secrets)
  const changed = spec.changes
    .filter((change) => !before.changes.includes(change.id))
    .reduce((document, { change }) => change(document), opened)
  if (changed['id'] !== id) throw documentDamaged(spec.name, id, 'a change gave it another id')
  return { ...changed, id }
}
