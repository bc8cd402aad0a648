/** How many recent messages of an input are in each stream that the caller may read. */

import { FIELD } from '@logyard/contract/messages/message-fields'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { sql } from '@logyard/languages/sql/sql'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import { compileScope } from '../scope/message-scope.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
import { Cells } from './cells.ts'

/** Counts by stream id, the most first. */
export type CountMessagesOfInput = (
  caller: Caller,
  options: { readonly inputId: string; readonly seconds: number },
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, number>>

export function createMessagesOfInput(deps: {
  readonly engine: Pick<SearchEngines, 'of'>
  readonly access: Pick<StreamAccess, 'readable' | 'among'>
  readonly schema: () => Promise<FieldSchema>
  readonly clock: Pick<Clock, 'now'>
}): CountMessagesOfInput {
  const { engine, access, clock } = deps
  return async (caller, { inputId, seconds }, signal) => {
    const readable = new Set(await access.readable(caller))
    if (readable.size === 0) return new Map()
    const nowMs = clock.now().getTime()
    const range = { fromMs: nowMs - seconds * 1000, toMs: nowMs }
    const scope = { streams: access.among(caller, readable), range, conditions: [isOfInput(inputId)] }
    const from = compileScope(scope, await deps.schema(), nowMs)
    const rows = await engine
      .of({ user: caller.userId })
      .rows(
        sql`SELECT arrayJoin(streams) AS stream, count() AS messages FROM ${from()} GROUP BY stream ORDER BY messages DESC, stream`,
        {
          signal,
        },
      )
    const counts = rows.map((row) => {
      const cells = new Cells(row)
      return [cells.text(), cells.number()] as const
    })
    // Messages are also in streams that the caller may not read.
    return new Map(counts.filter(([stream]) => readable.has(stream)))
  }
}

const nowhere = { from: 0, to: 0 }

const isOfInput = (inputId: string): QueryNode => ({
  kind: 'phrase',
  field: { name: FIELD.sourceInput, pattern: false, span: nowhere },
  text: inputId,
  slop: 0,
  span: nowhere,
})
