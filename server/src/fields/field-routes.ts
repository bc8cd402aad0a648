import type { PatternField } from '@logyard/contract/fields/pattern-fields'
import * as contract from '@logyard/contract/fields/search-fields'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { EVENT_STREAM_IDS, missingStreamPermission } from '../streams/stream-access.ts'
import type { FieldRegistry } from './field-registry.ts'
import { mappedFields } from './mapped-fields.ts'

export interface FieldRoutesDeps {
  readonly formsIn: FieldRegistry['formsIn']
  readonly patternFields: () => Promise<readonly Pick<PatternField, 'name' | 'kind'>[]>
  readonly streams: () => Promise<readonly { readonly id: string; readonly index_set_id: string }[]>
  readonly indices: () => Promise<
    readonly { readonly index: { readonly id: string }; readonly set: { readonly id: string } }[]
  >
}

const ALWAYS = ['source', 'message', 'timestamp']

/** Lists the fields in the index sets of streams. */
export function fieldRoutes(api: FastifyInstance, { formsIn, patternFields, streams, indices }: FieldRoutesDeps): void {
  async function fieldsOf(chosen: readonly { readonly index_set_id: string }[]) {
    const sets = new Set(chosen.map((stream) => stream.index_set_id))
    const managed = (await indices()).filter(({ set }) => sets.has(set.id))
    if (managed.length === 0) return []
    return mappedFields(formsIn(managed.map(({ index }) => index.id)), await patternFields())
  }
  const isOfMessages = ({ id }: { readonly id: string }) => !EVENT_STREAM_IDS.includes(id)
  const mayRead = (caller: Caller, id: string) => caller.holds(`streams:read:${id}`)

  serve(api, contract.listFields, async ({ caller }) => {
    const readable = (await streams()).filter((stream) => isOfMessages(stream) && mayRead(caller, stream.id))
    return [...(await fieldsOf(readable))]
  })
  serve(api, contract.listFieldsOfStreams, async ({ body, caller }) => {
    // The error names all requested streams, not only those that may not be read.
    if (body.streams.some((id) => !mayRead(caller, id))) throw missingStreamPermission(body.streams)
    const chosen = (await streams()).filter(({ id }) => body.streams.includes(id))
    return [...(await fieldsOf(chosen))]
  })
  serve(api, contract.listFieldNames, async ({ query }) => {
    const names = (await fieldsOf((await streams()).filter(isOfMessages))).map(({ name }) => name)
    const { limit = 0 } = query
    if (limit === 0) return { fields: names }
    return { fields: [...new Set([...names.slice(0, limit), ...ALWAYS])] }
  })
}
