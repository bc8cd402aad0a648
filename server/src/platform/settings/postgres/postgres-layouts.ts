/**
 * The layouts that a collection has had, numbered. A document says which layout it was written in, so that programs of
 * two versions can work side by side: the newer one rewrites what the older one wrote before it relies on its keys.
 */
import { randomUUID } from 'node:crypto'
import { LogyardError } from '../../errors.ts'
import { converted, layoutOf, parseLayout, refuseNewer } from '../collection-layout.ts'
import type { DocumentCodec } from '../document-codec.ts'
import type { OpenedCollections, RenderedWrite } from '../opened-collections.ts'
import type { CollectionSpec, Document } from '../settings-store.ts'
import { COMMIT_TEXT, commitParameters, type LaidOut, refusalOf } from './postgres-commit.ts'
import type { PostgresConnections, Row, Run } from './postgres-connections.ts'
import { isSqlState, SQLSTATE } from './postgres-errors.ts'
import { pgText, textOf } from './postgres-text.ts'

export interface CollectionLayout {
  /** Documents are in the shape of this program, or a compatible one, when it resolves. */
  current(): Promise<LaidOut>
  /** The same after another node has written documents in another layout. */
  again(): Promise<LaidOut>
}

const secretsTooNew = (collection: string) =>
  new LogyardError(
    'unavailable',
    'collection-too-new',
    `Secrets of the stored ${collection} were encrypted by a newer Logyard: start that version, or restore a backup`,
  )

const STORED = {
  name: 'layouts',
  text: `SELECT number, layout, (SELECT min(layout) FROM document WHERE collection = $1) AS oldest
    FROM collection_layout WHERE collection = $1 ORDER BY number`,
}
const BEHIND = 'SELECT id, body, layout FROM document WHERE collection = $1 AND layout < $2 ORDER BY sequence'

interface LayoutDeps {
  readonly connections: PostgresConnections
  readonly opened: OpenedCollections
}

export function createCollectionLayout<T extends Document, Key extends string>(
  deps: LayoutDeps,
  spec: CollectionSpec<T, Key>,
  codec: DocumentCodec<T>,
): CollectionLayout {
  const { connections, opened } = deps
  let laidOut: Promise<LaidOut> | undefined

  async function layOut(): Promise<LaidOut> {
    const rows = await connections.query(STORED, [pgText(spec.name)])
    const { known, newest } = foundIn(rows, spec)
    const isBehind = rows.some(({ oldest }) => Number(oldest ?? newest) < (known ?? newest + 1))
    if (known !== undefined && !isBehind) return { own: known, newest }
    return connections.transaction((run) => rewrite({ run, opened }, spec, codec), 'long')
  }
  const again = () => {
    const laying = layOut()
    laidOut = laying
    // The next call tries again.
    laying.catch(() => {
      if (laidOut === laying) laidOut = undefined
    })
    return laying
  }
  return { again, current: () => laidOut ?? again() }
}

/** Throws if a newer program left documents that this one cannot read. */
function foundIn<T extends Document, Key extends string>(rows: readonly Row[], spec: CollectionSpec<T, Key>) {
  const stored = rows.map(({ number, layout }) => ({ number: Number(number), text: textOf(layout) }))
  const wanted = layoutOf(spec)
  const text = JSON.stringify(wanted)
  const known = stored.findLast((one) => one.text === text)?.number
  for (const { number, text: other } of stored) {
    if (number <= (known ?? 0)) continue
    const layout = parseLayout(other)
    refuseNewer(spec, layout)
    // The older program would take sealed texts for plain ones.
    if (known !== undefined && layout.secrets.join() !== wanted.secrets.join()) throw secretsTooNew(spec.name)
  }
  const layouts = new Map(stored.map((one) => [one.number, parseLayout(one.text)]))
  return { text, known, newest: stored.at(-1)?.number ?? 0, layouts }
}

async function rewrite<T extends Document, Key extends string>(
  { run, opened }: { readonly run: Run; readonly opened: OpenedCollections },
  spec: CollectionSpec<T, Key>,
  codec: DocumentCodec<T>,
): Promise<LaidOut> {
  const name = pgText(spec.name)
  // No node commits meanwhile.
  await run('SELECT one FROM store FOR UPDATE')
  const { text, known, newest, layouts } = foundIn(await run(STORED.text, [name]), spec)
  const own = known ?? newest + 1
  const rows = await run(BEHIND, [name, own])
  const writes = rows.map((row) => {
    const id = textOf(row['id'])
    const before = layouts.get(Number(row['layout'])) ?? { keys: [], secrets: [...spec.secrets], changes: [] }
    const document = converted({ spec, codec, before }, id, String(row['body']))
    const write = { collection: spec.name, kind: 'replace', id, document } as const
    return { write, rendered: opened.render(spec.name, document) }
  })
  const laidOut = { own, newest: Math.max(newest, own) }
  if (writes.length > 0) await store(run, { spec, laidOut, writes, isFirst: known === undefined })
  if (known === undefined) {
    await run('INSERT INTO collection_layout (collection, number, layout) VALUES ($1, $2, $3)', [
      name,
      own,
      pgText(text),
    ])
  }
  return laidOut
}

async function store(
  run: Run,
  of: {
    readonly spec: { readonly name: string }
    readonly laidOut: LaidOut
    readonly writes: readonly Required<RenderedWrite>[]
    readonly isFirst: boolean
  },
): Promise<void> {
  const { spec, laidOut, writes, isFirst } = of
  const send = (some: readonly RenderedWrite[]) => {
    const layouts = new Map([[spec.name, laidOut]])
    return run(COMMIT_TEXT, commitParameters({ id: randomUUID(), layouts, writes: some, isRewriting: true }))
  }
  await run('SAVEPOINT rewriting')
  try {
    await send(writes)
  } catch (error) {
    if (isFirst || !isSqlState(error, SQLSTATE.taken)) throw refusalOf(error)
    // An older program knows nothing of a new unique key, and two of its documents may have the same.
    await run('ROLLBACK TO SAVEPOINT rewriting')
    const shared = writes.map(({ write, rendered }) => ({
      write,
      rendered: { ...rendered, keys: rendered.keys.map((key) => ({ ...key, isUnique: false })) },
    }))
    await send(shared)
  }
}
