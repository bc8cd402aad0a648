/** Streams: named, permanent selections of the incoming messages, and the rules for selecting them. */
import { type Static, Type } from 'typebox'
import { MAX_LIST } from '../http/bounds.ts'
import { crud, perObject } from '../http/crud.ts'
import { ApiError, IsoInstant, nullable, pageFacts, pageQuery, refusedEntity } from '../http/envelope.ts'
import { freeMap, ignoresUnknown } from '../http/open-parts.ts'
import { holds, inArea, LARGE_BODY_BYTES, NoBody, ownerDecides, READS_ONLY, signedIn } from '../http/operation.ts'
import { primitiveBoolean } from '../http/primitive.ts'
import { StreamAlertCondition } from '../legacy-alerts/alert-conditions.ts'
import { OutputSummary } from '../outputs/outputs.ts'
import { StreamRule, StreamRuleDraft } from './stream-rules.ts'

export const MATCHING_TYPES = ['AND', 'OR'] as const
export const MatchingType = Type.Union([Type.Literal('AND'), Type.Literal('OR')], {
  title: 'MatchingType',
  description: 'AND: all rules match; OR: at least one does',
})
export type MatchingType = Static<typeof MatchingType>

const streamFacts = {
  id: Type.String(),
  title: Type.String(),
  description: nullable(Type.String()),
  creator_user_id: Type.String({ description: 'User name' }),
  created_at: IsoInstant,
  disabled: Type.Boolean({ description: 'Messages are not routed into it' }),
  matching_type: MatchingType,
  rules: Type.Array(StreamRule),
  content_pack: nullable(Type.String()),
  is_default: Type.Boolean({ description: 'Every message starts in it' }),
  is_editable: Type.Boolean(),
  remove_matches_from_default_stream: Type.Boolean(),
  index_set_id: Type.String(),
}

const AlertReceivers = Type.Object(
  { emails: Type.Array(Type.String()), users: Type.Array(Type.String()) },
  { title: 'AlertReceivers' },
)
export const Stream = Type.Object(
  {
    ...streamFacts,
    outputs: Type.Array(OutputSummary),
    alert_conditions: Type.Array(StreamAlertCondition),
    alert_receivers: AlertReceivers,
  },
  { title: 'Stream' },
)
export type Stream = Static<typeof Stream>

/** In a page, outputs are named by their ids only. */
export const StreamPageItem = Type.Object(
  {
    ...streamFacts,
    outputs: nullable(Type.Array(Type.String())),
    alert_conditions: nullable(Type.Array(StreamAlertCondition)),
    alert_receivers: nullable(AlertReceivers),
  },
  { title: 'StreamPageItem' },
)
export type StreamPageItem = Static<typeof StreamPageItem>

export const StreamList = Type.Object(
  { total: Type.Integer({ description: 'That the caller may read' }), streams: Type.Array(Stream) },
  { title: 'StreamList' },
)

export const StreamPage = Type.Object(
  {
    query: Type.String(),
    pagination: Type.Object(pageFacts, { description: 'Of the matches that the caller may read' }),
    total: Type.Integer({ description: 'All streams there are' }),
    sort: Type.String(),
    order: Type.String(),
    streams: Type.Array(StreamPageItem),
  },
  { title: 'StreamPage' },
)
export type StreamPage = Static<typeof StreamPage>

export const StreamDraft = Type.Object(
  {
    title: Type.String(),
    description: Type.Optional(nullable(Type.String())),
    rules: Type.Optional(nullable(Type.Array(StreamRuleDraft, { maxItems: MAX_LIST }))),
    content_pack: Type.Optional(nullable(Type.String())),
    matching_type: Type.Optional(nullable(Type.String({ description: 'AND or OR; AND when it is empty or missing' }))),
    remove_matches_from_default_stream: Type.Optional(nullable(Type.Boolean())),
    index_set_id: Type.String(),
  },
  { title: 'StreamDraft', additionalProperties: false },
)
export type StreamDraft = Static<typeof StreamDraft>

/** Missing, null and empty properties stay unchanged; other keys, such as rules, are ignored. */
export const StreamUpdate = Type.Object(
  {
    title: Type.Optional(nullable(Type.String())),
    description: Type.Optional(nullable(Type.String())),
    matching_type: Type.Optional(nullable(Type.String({ description: 'AND or OR' }))),
    remove_matches_from_default_stream: Type.Optional(nullable(Type.Boolean())),
    index_set_id: Type.Optional(nullable(Type.String())),
  },
  { title: 'StreamUpdate', ...ignoresUnknown },
)
export type StreamUpdate = Static<typeof StreamUpdate>

export const StreamCloneDraft = Type.Object(
  {
    title: Type.String(),
    description: Type.Optional(nullable(Type.String())),
    remove_matches_from_default_stream: primitiveBoolean(),
    index_set_id: Type.String(),
  },
  { title: 'StreamCloneDraft', additionalProperties: false },
)
export type StreamCloneDraft = Static<typeof StreamCloneDraft>

export const StreamCreated = Type.Object({ stream_id: Type.String() }, { title: 'StreamCreated' })

export const MatchRequest = Type.Object(
  {
    message: freeMap('A message has the fields that its sender gave it', {
      description: 'Fields by name; timestamp is ISO 8601, now when it is missing',
    }),
  },
  { title: 'MatchRequest', additionalProperties: false },
)

export const MatchResult = Type.Object(
  {
    matches: Type.Boolean(),
    rules: Type.Record(Type.String(), Type.Boolean(), { description: 'By rule id' }),
  },
  { title: 'MatchResult' },
)
export type MatchResult = Static<typeof MatchResult>

const area = 'streams'
const { get, post } = inArea(area)

export const streams = crud({
  id: 'streams',
  area,
  path: '/streams',
  key: 'id',
  one: 'stream',
  access: { ...perObject('streams', 'id'), list: signedIn, delete: holds('streams:edit:<id>') },
  audit: 'stream',
  entity: Stream,
  draft: StreamDraft,
  refused: refusedEntity,
  list: { summary: 'The streams that the caller may read', answers: { 200: StreamList } },
  get: {},
  create: {
    summary: 'Create a stream with its rules; it is paused until it is resumed',
    created: 'stream_id',
    answers: { 201: StreamCreated, 400: refusedEntity },
  },
  update: {
    summary: 'Change a stream; missing properties stay unchanged',
    body: StreamUpdate,
    answers: { 200: Stream, 400: ApiError, 404: ApiError },
  },
  delete: {
    summary: 'Delete a stream with its rules; its messages stay where they are stored',
    answers: { 204: NoBody, 400: ApiError, 404: ApiError },
  },
})
export const {
  list: listStreams,
  get: getStream,
  create: createStream,
  update: updateStream,
  delete: deleteStream,
} = streams

export const listEnabledStreams = get('/streams/enabled', {
  id: 'streams.enabled',
  summary: 'The running streams that the caller may read',
  access: signedIn,
  answers: { 200: StreamList },
})

export const pageStreams = get('/streams/paginated', {
  id: 'streams.paginated',
  summary: 'A page of the streams that the caller may read; found by title and description',
  access: signedIn,
  query: Type.Object(pageQuery),
  answers: { 200: StreamPage, 400: ApiError },
})

export const pauseStream = post('/streams/{id}/pause', {
  id: 'streams.pause',
  summary: 'Stop routing messages into a stream',
  access: ownerDecides('streams:changestate:<id> or streams:edit:<id>'),
  audit: 'stream:pause',
  answers: { 204: NoBody, 400: ApiError, 404: ApiError },
})

export const resumeStream = post('/streams/{id}/resume', {
  id: 'streams.resume',
  summary: 'Route messages into a stream from now on',
  access: ownerDecides('streams:changestate:<id> or streams:edit:<id>'),
  audit: 'stream:resume',
  answers: { 204: NoBody, 400: ApiError, 404: ApiError },
})

export const testStreamMatch = post('/streams/{id}/testMatch', {
  id: 'streams.test_match',
  summary: 'Test whether a message is routed into a stream, with the result of each rule',
  access: holds('streams:read:<id>'),
  audit: READS_ONLY,
  body: MatchRequest,
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 200: MatchResult, 400: ApiError, 404: ApiError },
})

export const cloneStream = post('/streams/{id}/clone', {
  id: 'streams.clone',
  summary: 'Create a stream with the rules and outputs of another',
  access: holds('streams:create', 'streams:read:<id>'),
  audit: 'stream:create',
  created: 'stream_id',
  body: StreamCloneDraft,
  answers: { 201: StreamCreated, 400: refusedEntity, 404: ApiError },
})
