import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

const StoredFrozenLink = Type.Object({
  id: Type.String(),
  note: Type.String(),
  query: Type.String(),
  filters: Type.Array(Type.String()),
  streams: Type.Array(Type.String()),
  from: Type.String(),
  to: Type.String(),
  columns: Type.Array(Type.String()),
  message_count: Type.Integer(),
  created_by: Type.String(),
  /** The id of the user: a name may be reused later. */
  owner_id: Type.String(),
  created_at: Type.String(),
})
export type StoredFrozenLink = Static<typeof StoredFrozenLink>

/** The messages of a link, under its id: lists of links do not need them. No value of any message is stored. */
const StoredFrozenMessages = Type.Object({
  id: Type.String(),
  messages: Type.Array(
    Type.Object({ index: Type.String(), id: Type.String(), at: Type.String(), streams: Type.Array(Type.String()) }),
  ),
})
export type FrozenMessage = Static<typeof StoredFrozenMessages>['messages'][number]

export const frozenLinkCollection = defineCollection({
  name: 'frozen_links',
  audit: { type: 'frozen-link' },
  schema: StoredFrozenLink,
  keys: { owner_id: { unique: false, of: ({ owner_id }) => [owner_id] } },
})
export type FrozenLinkStore = Collection<StoredFrozenLink, 'owner_id'>

export const frozenMessagesCollection = defineCollection({
  name: 'frozen_messages',
  audit: 'note',
  schema: StoredFrozenMessages,
})
