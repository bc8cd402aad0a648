/** The events that are committed and not yet in the message store. */
import { EventDto } from '@logyard/contract/events/events'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

const OutboxBatch = Type.Object({
  id: Type.String(),
  node: Type.String({ description: 'The id of the node that writes it' }),
  created_at: Type.String(),
  events: Type.Array(Type.Object({ uuid: Type.String(), event: EventDto })),
})
export type OutboxBatch = Static<typeof OutboxBatch>

export const outboxCollection = defineCollection({
  name: 'event_outbox',
  audit: 'note',
  schema: OutboxBatch,
  keys: { node: { unique: false, of: ({ node }: OutboxBatch) => [node] } },
})
export type Outbox = Collection<OutboxBatch, 'node'>
