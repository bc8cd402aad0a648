/** The messages before and after a message, optionally only those with equal fields. */
import type { ContextRequest, MessageContext } from '@logyard/contract/search/message-context'
import type { MessageDocument, MessageHit } from '@logyard/contract/search/search-results'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { hasId } from '@logyard/languages/query-sql/message-id'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import { messageNotFound } from '../messages/message-errors.ts'
import { messageReader, partialReader, type StoredMessage } from '../messages/message-rows.ts'
import { compileScope, EVER, type InstantRange, type MessageSource } from '../scope/message-scope.ts'
import type { SearchEngine, SearchEngines } from '../statements/search-engine.ts'
import { readNeighbours } from './neighbours.ts'

export type GetMessageContext = (
  caller: Caller,
  request: ContextRequest,
  signal: AbortSignal,
) => Promise<MessageContext>

const DEFAULT_COUNT = 20
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createMessageContext(deps: {
  readonly engine: Pick<SearchEngines, 'of'>
  readonly access: Pick<StreamAccess, 'choose'>
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly clock: Clock
}): GetMessageContext {
  return async (caller, request, signal) => {
    const { index, id, timestamp = '', fields = [], streams: named = [] } = request
    const streams = await deps.access.choose(caller, named)
    const schema = await deps.schema()
    const nowMs = deps.clock.now().getTime()
    if (!UUID.test(id)) throw messageNotFound(id, index)
    const from = compileScope({ streams, range: EVER, conditions: [] }, schema, nowMs)
    const lookup: Lookup = { request, engine: deps.engine.of({ user: caller.userId }), schema, nowMs, from, signal }

    const hintMs = Date.parse(timestamp)
    const hint = hintMs >= EVER.fromMs && hintMs <= EVER.toMs ? { fromMs: hintMs, toMs: hintMs } : undefined
    if (hint !== undefined && fields.length === 0) {
      // Only the existence of the message is needed, so both run at once. With a wrong hint, the neighbours are discarded.
      const [message, context] = await Promise.all([findMessage(lookup, hint), contextAt(lookup, hintMs, [])])
      if (message !== undefined) return context
    }
    const hinted = hint && fields.length > 0 ? await findMessage(lookup, hint) : undefined
    const message = hinted ?? (await findMessage(lookup, EVER))
    if (message === undefined) throw messageNotFound(id, index)
    return await contextAt(lookup, Date.parse(message.timestamp), linksOf(message, fields))
  }
}

interface Lookup {
  readonly request: ContextRequest
  readonly engine: SearchEngine
  readonly schema: FieldSchema
  readonly nowMs: number
  readonly from: MessageSource
  readonly signal: AbortSignal
}

async function findMessage(
  { request, engine, schema, from, signal }: Lookup,
  range: InstantRange,
): Promise<MessageDocument | undefined> {
  const { index, id, fields = [] } = request
  const isMessage = sql`${hasId(id)} AND \`index\` = ${index}`
  const stored = fields.filter((name) => schema.types(name).length > 0)
  const { selection, read } = partialReader(stored, schema)
  const statement = sql`SELECT ${selection} FROM ${from(range, isMessage)} LIMIT 1`
  const [row] = await engine.rows(statement, { signal })
  return row && read(row).document
}

async function contextAt(lookup: Lookup, atMs: number, links: readonly Link[]): Promise<MessageContext> {
  const { request, engine, schema, nowMs, from, signal } = lookup
  const { id, before = DEFAULT_COUNT, after = DEFAULT_COUNT } = request
  const linked = links.map(([name, value]) => compileCondition(equals(name, String(value)), schema, nowMs))
  const linkedFrom = (part: InstantRange, ...conditions: readonly Sql[]) => from(part, ...linked, ...conditions)
  const near = await readNeighbours(
    engine,
    { id, atMs, before, after, from: linkedFrom, reader: messageReader(schema) },
    { signal },
  )
  return { before: near.before.map(hit), after: near.after.map(hit), linked_by: Object.fromEntries(links) }
}

const linksOf = (message: MessageDocument, fields: readonly string[]): readonly Link[] =>
  fields.flatMap((name): Link[] => {
    const value = message[name]
    return value === undefined || value === null || Array.isArray(value) ? [] : [[name, value]]
  })

/** A field that neighbours share with the message, and its value. */
type Link = readonly [name: string, value: unknown]

const nowhere = { from: 0, to: 0 }

/** The field has exactly this value. */
const equals = (name: string, text: string): QueryNode => ({
  kind: 'phrase',
  field: { name, pattern: false, span: nowhere },
  text,
  slop: 0,
  span: nowhere,
})

const hit = ({ document, index }: StoredMessage): MessageHit => ({
  message: document,
  index,
  highlight_ranges: {},
  decoration_stats: null,
})
