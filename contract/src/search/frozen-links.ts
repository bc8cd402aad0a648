/** Links to what somebody saw: a search over absolute times, the very messages that were shown, and a note. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, nullable, refusedBody } from '../http/envelope.ts'
import { inArea, NoBody, ownerDecides, signedIn } from '../http/operation.ts'
import { messageSelection } from './message-selection.ts'
import { MessageHit } from './search-results.ts'
import { EffectiveRange } from './time-ranges.ts'

/** Messages of one link: what a person looks at, not an export. */
export const MAX_FROZEN_MESSAGES = 200
/** Links of one user. */
export const MAX_FROZEN_LINKS = 200
export const MAX_FROZEN_NOTE = 4000
export const MAX_FROZEN_STREAMS = 200
const MAX_COLUMNS = 50
const MAX_NAME = 300

export const FrozenLinkDraft = Type.Object(
  {
    ...messageSelection,
    streams: Type.Optional(
      Type.Array(Type.String({ maxLength: MAX_NAME }), {
        maxItems: MAX_FROZEN_STREAMS,
        description: 'In any of them; all that the caller may read when it is empty',
      }),
    ),
    note: Type.String({ maxLength: MAX_FROZEN_NOTE, description: 'May be empty' }),
    columns: Type.Array(Type.String({ maxLength: MAX_NAME }), {
      maxItems: MAX_COLUMNS,
      description: 'The fields that were shown',
    }),
    messages: Type.Array(
      Type.Object(
        { index: Type.String({ maxLength: MAX_NAME }), id: Type.String({ maxLength: MAX_NAME }) },
        { additionalProperties: false },
      ),
      { maxItems: MAX_FROZEN_MESSAGES, description: 'Those that were shown, in their order; they may be none' },
    ),
  },
  { title: 'FrozenLinkDraft', additionalProperties: false },
)
export type FrozenLinkDraft = Static<typeof FrozenLinkDraft>

export const FrozenLink = Type.Object(
  {
    id: Type.String(),
    note: Type.String(),
    query: Type.String(),
    filters: Type.Array(Type.String()),
    streams: Type.Array(Type.String(), { description: 'Empty: all that the one who froze it could read' }),
    timerange: EffectiveRange,
    columns: Type.Array(Type.String()),
    message_count: Type.Integer(),
    created_by: Type.String({ description: 'User name' }),
    created_at: IsoInstant,
  },
  { title: 'FrozenLink' },
)
export type FrozenLink = Static<typeof FrozenLink>

export const GONE_REASONS = ['retention', 'index_deleted', 'index_closed', 'message_deleted'] as const

export const OpenedFrozenLink = Type.Object(
  {
    link: FrozenLink,
    messages: Type.Array(MessageHit, { description: 'Those that are stored and that the caller may read' }),
    gone: Type.Array(
      Type.Object({
        index: Type.String(),
        count: Type.Integer(),
        reason: Type.Enum(GONE_REASONS, { description: 'As far as it is known' }),
        at: nullable(IsoInstant),
      }),
      { description: 'Messages that the caller could read, but that are no longer there, by index' },
    ),
    unreadable_count: Type.Integer({ description: 'Messages that the caller may not read, or that are gone, too' }),
    may_delete: Type.Boolean(),
  },
  { title: 'OpenedFrozenLink' },
)
export type OpenedFrozenLink = Static<typeof OpenedFrozenLink>

export const FrozenLinkList = Type.Object({ frozen_links: Type.Array(FrozenLink) }, { title: 'FrozenLinkList' })

const { get, post, del } = inArea('search')

export const createFrozenLink = post('/logyard/frozen-links', {
  id: 'frozen_links.create',
  summary: 'Keep a search, the ids of its messages and a note under a link; relative times become absolute',
  access: ownerDecides('streams:read:<streamId>'),
  audit: 'frozen-link:create',
  created: 'id',
  body: FrozenLinkDraft,
  answers: { 200: FrozenLink, 400: refusedBody, 403: ApiError, 404: ApiError },
})

export const listFrozenLinks = get('/logyard/frozen-links', {
  id: 'frozen_links.list',
  summary: 'The links that the caller made, newest first',
  access: signedIn,
  answers: { 200: FrozenLinkList },
})

export const openFrozenLink = get('/logyard/frozen-links/{frozenLinkId}', {
  id: 'frozen_links.get',
  summary: 'A link with those of its messages that the caller may read, and what is gone; for readers of its streams',
  access: ownerDecides('streams:read:<streamId>'),
  answers: { 200: OpenedFrozenLink, 404: ApiError },
})

export const deleteFrozenLink = del('/logyard/frozen-links/{frozenLinkId}', {
  id: 'frozen_links.delete',
  summary: 'Delete a link of your own, or as an administrator one of another user',
  access: signedIn,
  audit: 'frozen-link:delete',
  answers: { 204: NoBody, 404: ApiError },
})
