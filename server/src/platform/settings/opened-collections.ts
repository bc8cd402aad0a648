/** The collections that a store has opened: how their documents are stored, and what the witness of a commit sees. */
import { LogyardError } from '../errors.ts'
import type { DocumentCodec } from './document-codec.ts'
import type { AuditedAs, CollectionAudit, CommitWitness, DocumentDiff } from './entry-log.ts'
import type { CollectionSpec, Document, Write } from './settings-store.ts'

interface Key {
  readonly name: string
  readonly value: string
  readonly isUnique: boolean
}

/** A document as the tables store it. */
export interface Rendered {
  readonly body: string
  readonly keys: readonly Key[]
}

/** An opened collection, whatever its type. */
interface Opened {
  readonly spec: { readonly audit: CollectionAudit; readonly secrets: readonly string[] }
  render(document: unknown): Rendered
  open(id: string, text: string, secrets: readonly string[]): Readonly<Record<string, unknown>>
}

export interface RenderedWrite {
  readonly write: Write
  /** Absent for a delete. */
  readonly rendered?: Rendered
}

/** A write that the witness of the commit looks at. */
export interface Watched {
  readonly entry: RenderedWrite
  readonly of: Opened
  readonly audit: AuditedAs
}

export type OpenedCollections = ReturnType<typeof createOpenedCollections>

export function createOpenedCollections() {
  const collections = new Map<string, Opened>()

  function opened(collection: string): Opened {
    const known = collections.get(collection)
    if (known === undefined) throw new TypeError(`the collection was not opened: ${collection}`)
    return known
  }
  const render = (collection: string, document: unknown) => opened(collection).render(document)

  return {
    audited: () => [...collections.values()].map(({ spec }) => spec.audit).filter((audit) => audit !== 'note'),

    register<T extends Document, Name extends string>(spec: CollectionSpec<T, Name>, codec: DocumentCodec<T>): void {
      const other = collections.get(spec.name)
      if (other !== undefined && other.spec !== spec) throw new TypeError(`two collections are named ${spec.name}`)
      if (Object.hasOwn(spec.keys, 'id')) throw new TypeError(`${spec.name} needs no key for its id`)
      const keySpecs = Object.entries<CollectionSpec<T, Name>['keys'][Name]>(spec.keys)
      collections.set(spec.name, {
        spec,
        open: codec.open,
        render(document) {
          const own = codec.check(document)
          const keys = keySpecs.flatMap(([name, { unique, of }]) =>
            [...new Set(of(own))].map((value) => ({ name, value, isUnique: unique })),
          )
          return { body: codec.write(own), keys }
        },
      })
    },

    render,
    renderAll: (writes: readonly Write[]): readonly RenderedWrite[] =>
      writes.map((write) =>
        write.kind === 'delete' ? { write } : { write, rendered: render(write.collection, write.document) },
      ),

    watchedBy: (witness: CommitWitness | undefined, entries: readonly RenderedWrite[]): readonly Watched[] =>
      witness === undefined
        ? []
        : entries.flatMap((entry) => {
            const of = opened(entry.write.collection)
            const { audit } = of.spec
            return audit !== 'note' && witness.isInterestedIn(audit) ? [{ entry, of, audit }] : []
          }),
  }
}

/** Keys follow the last write of each document. */
export const lastWrites = (writes: readonly RenderedWrite[]): readonly RenderedWrite[] => [
  ...new Map(writes.map((entry) => [JSON.stringify([entry.write.collection, entry.write.id]), entry])).values(),
]

/** Nothing for a delete of a missing document. */
export function diffOf({ entry, of, audit }: Watched, before: string | undefined): readonly DocumentDiff[] {
  const { kind, id } = entry.write
  const after = entry.rendered?.body
  if (before === undefined && after === undefined) return []
  const { secrets } = of.spec
  const opening = (body: string | undefined, names: readonly string[]) =>
    body === undefined ? undefined : openReadable(of, id, body, names)
  const [old, wanted] = secrets.length === 0 ? [] : [opening(before, secrets), opening(after, secrets)]
  const changedSecrets = secrets.filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(wanted?.[name]))
  return [{ audit, kind, id, before: opening(before, []), after: opening(after, []), changedSecrets }]
}

/** A damaged document can be replaced and deleted. */
function openReadable({ open }: Opened, id: string, body: string, secrets: readonly string[]) {
  try {
    return open(id, body, secrets)
  } catch (error) {
    if (error instanceof LogyardError && error.code === 'document-damaged') return undefined
    throw error
  }
}
