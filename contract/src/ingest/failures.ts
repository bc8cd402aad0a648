/** Raw messages that could not be decoded or stored: to inspect, and to replay once the cause is fixed. */
import { type Static, Type } from 'typebox'
import { int, long } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable, page } from '../http/envelope.ts'
import { holds, inArea, Raw } from '../http/operation.ts'

/** The maximum number of failures that one call replays or deletes. */
export const MAX_FAILURES_OF_CALL = 1000
/** How much of a raw message `failures.get` returns; `failures.download` returns all of it. */
export const MAX_SHOWN_BYTES = 64 * 1024

export const FailureSummary = Type.Object(
  {
    number: Type.Integer({ description: 'Grows with time' }),
    failed_at: IsoInstant,
    tried_at: Type.String({ description: 'When it was last tried; the same as failed_at before the first replay' }),
    attempts: Type.Integer({ description: 'How often it was tried, the first time included' }),
    reason: Type.String({ description: 'One word, such as not-storable' }),
    detail: Type.String({ description: 'The reason in a sentence' }),
    received_at: IsoInstant,
    input_id: Type.String(),
    input_title: nullable(Type.String({ description: 'null once the input is deleted' })),
    codec: Type.String({ description: 'The codec that decoded it, or failed to' }),
    remote_address: Type.String({ description: 'Empty when it had no sender' }),
    remote_port: Type.Integer(),
    size: Type.Integer({ description: 'Bytes of the raw message' }),
    preview: Type.String({ description: 'Its start, with a dot in place of what cannot be printed' }),
  },
  { title: 'FailureSummary' },
)
export type FailureSummary = Static<typeof FailureSummary>

export const Failure = Type.Object(
  {
    ...FailureSummary.properties,
    payload: Type.String({ description: `The first ${MAX_SHOWN_BYTES} bytes as base64` }),
    shown: Type.Integer({ description: 'Size of `payload` in bytes' }),
  },
  { title: 'Failure' },
)
export type Failure = Static<typeof Failure>

const filter = {
  input: Type.Optional(Type.String({ description: 'The id of the input that received it' })),
  reason: Type.Optional(Type.String()),
  from: Type.Optional(Type.String({ description: 'ISO 8601: failed at this time or later' })),
  to: Type.Optional(Type.String({ description: 'ISO 8601: failed before this time' })),
  text: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Text in the raw message, its sender, or the reason' }),
  ),
  up_to: Type.Optional(long({ description: 'No failure with a higher number' })),
}

/** Numbers of failures are those of a node. */
const ofNode = {
  node_id: Type.Optional(
    Type.String({ description: 'The node whose failures are meant; by default the one that responds' }),
  ),
}

export const FailureFilter = Type.Object(filter, { title: 'FailureFilter', additionalProperties: false })
export type FailureFilter = Static<typeof FailureFilter>

export const FailureSelection = Type.Union(
  [
    Type.Object({ numbers: Type.Array(long(), { maxItems: MAX_FAILURES_OF_CALL }) }, { additionalProperties: false }),
    Type.Object({ filter: FailureFilter }, { additionalProperties: false }),
  ],
  { title: 'FailureSelection', description: 'The failures named, or all that a filter finds' },
)
export type FailureSelection = Static<typeof FailureSelection>

const next = Type.Union([Type.Integer(), Type.Null()], {
  description: 'There are more: `up_to` for the next call. null when all are done',
})

const FailurePage = page('FailurePage', {
  failures: Type.Array(FailureSummary),
  newest: nullable(Type.Integer({ description: 'The highest number there is, for `up_to`' })),
})

const FailureCounts = Type.Object(
  {
    total: Type.Integer(),
    newest: nullable(Type.Integer({ description: 'The highest number there is' })),
    inputs: Type.Array(
      Type.Object({
        id: Type.String(),
        title: nullable(Type.String({ description: 'null once the input is deleted' })),
        count: Type.Integer(),
      }),
    ),
    reasons: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
    last_day: Type.Integer({ description: 'Failed within the last 24 hours' }),
    size: Type.Integer({ description: 'Bytes' }),
    size_limit: Type.Integer({ description: 'Bytes; beyond them the oldest go' }),
  },
  { title: 'FailureCounts' },
)
export type FailureCounts = Static<typeof FailureCounts>

const FailuresReplayed = Type.Object(
  {
    stored: Type.Integer({ description: 'Are messages now, and no failures any more' }),
    failed: Type.Integer({ description: 'Failed again; stored with the new reason' }),
    next,
  },
  { title: 'FailuresReplayed' },
)
export type FailuresReplayed = Static<typeof FailuresReplayed>

const FailuresDeleted = Type.Object({ deleted: Type.Integer(), next }, { title: 'FailuresDeleted' })
export type FailuresDeleted = Static<typeof FailuresDeleted>

const { get, post } = inArea('failures')
const read = 'indices:failures'
/** Failures are raw messages, like those of the journal, so the journal's permission applies. */
const change = 'journal:edit'

export const listFailures = get('/logyard/failures', {
  id: 'failures.list',
  node: 'this',
  summary: 'The raw messages of this node that could not be decoded or stored, newest first',
  access: holds(read),
  query: Type.Object({
    page: Type.Optional(int({ minimum: 1 })),
    per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    ...filter,
    ...ofNode,
  }),
  answers: { 200: FailurePage, 400: ApiError },
})

export const countFailures = get('/logyard/failures/counts', {
  id: 'failures.count',
  node: 'this',
  summary: 'Number of failures by input and by reason, and their size; of all nodes without `node_id`',
  access: holds(read),
  query: Type.Object(ofNode),
  answers: { 200: FailureCounts },
})

const params = Type.Object({ number: long() }, { additionalProperties: false })

export const getFailure = get('/logyard/failures/{number}', {
  id: 'failures.get',
  node: 'this',
  summary: 'One failure with the start of its raw message',
  access: holds(read),
  params,
  query: Type.Object(ofNode),
  answers: { 200: Failure, 404: ApiError },
})

export const downloadFailure = get('/logyard/failures/{number}/payload', {
  id: 'failures.download',
  node: 'this',
  summary: 'The whole raw message of a failure',
  access: holds(read),
  params,
  query: Type.Object(ofNode),
  produces: ['application/octet-stream'],
  answers: { 200: Raw, 404: ApiError },
})

export const replayFailures = post('/logyard/failures/replay', {
  id: 'failures.replay',
  node: 'this',
  summary: 'Decode and store raw messages again, as their inputs are set up now',
  access: holds(read, change),
  audit: 'failure:replay',
  isOutside: true,
  query: Type.Object(ofNode),
  body: FailureSelection,
  answers: { 200: FailuresReplayed, 400: ApiError, 409: ApiError, 503: ApiError },
})

export const deleteFailures = post('/logyard/failures/delete', {
  id: 'failures.delete',
  node: 'this',
  summary: 'Forget raw messages that could not be decoded or stored',
  access: holds(read, change),
  audit: 'failure:delete',
  isOutside: true,
  query: Type.Object(ofNode),
  body: FailureSelection,
  answers: { 200: FailuresDeleted, 400: ApiError },
})
