/** Runs the source of a rule or pipeline, saved or not, on messages that are stored. Changes nothing. Logyard only. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError, nullable } from '../http/envelope.ts'
import { freeMap } from '../http/open-parts.ts'
import { inArea, ownerDecides, READS_ONLY } from '../http/operation.ts'
import { refusedSource } from './rules.ts'
import { Source } from './source-draft.ts'

export const MAX_TRIAL_MESSAGES = 10_000
/** Messages of which a response has the fields before and after. */
export const MAX_SHOWN_MESSAGES = 50

const TriedSource = Type.Object(
  {
    id: Type.Optional(
      nullable(Type.String({ description: 'The source that is saved under this id runs for comparison' })),
    ),
    source: Source,
  },
  { title: 'TriedSource', additionalProperties: false },
)

export const TrialRequest = Type.Object(
  {
    rule: Type.Optional(nullable(TriedSource)),
    pipeline: Type.Optional(nullable(TriedSource)),
    stream_id: Type.Optional(nullable(Type.String({ description: 'Runs on its newest messages' }))),
    input_id: Type.Optional(nullable(Type.String({ description: 'Runs on its newest messages' }))),
    messages: Type.Optional(
      int({ minimum: 1, maximum: MAX_TRIAL_MESSAGES, description: 'How many of the newest; 1000 if missing' }),
    ),
    example: Type.Optional(
      nullable(
        freeMap('A message has the fields that its sender gave it', {
          description: 'Runs on this message, in place of those of a stream or input',
        }),
      ),
    ),
    shown: Type.Optional(
      int({
        minimum: 0,
        maximum: MAX_SHOWN_MESSAGES,
        description: 'Messages to return with their fields; 20 if missing',
      }),
    ),
  },
  {
    title: 'TrialRequest',
    additionalProperties: false,
    description: 'Either a rule or a pipeline, and one of stream_id, input_id and example',
  },
)
export type TrialRequest = Static<typeof TrialRequest>

const Fields = Type.Record(Type.String(), Type.Unknown())

export const TrialFigures = Type.Object(
  {
    matched: Type.Integer({ description: 'Messages on which the rule, or a rule of the pipeline, matched' }),
    changed: Type.Integer({ description: 'Messages whose fields or streams it changed' }),
    dropped: Type.Integer(),
    created: Type.Integer({ description: 'Messages that it created or cloned' }),
    failed: Type.Integer({ description: 'Messages on which a condition or an action failed' }),
    errors: Type.Array(Type.Object({ error: Type.String(), count: Type.Integer() }), {
      description: 'The most frequent ones, as gl2_processing_error has them',
    }),
    microseconds_per_message: Type.Number(),
  },
  { title: 'TrialFigures' },
)
export type TrialFigures = Static<typeof TrialFigures>

export const TrialMessage = Type.Object(
  {
    id: Type.String(),
    index: Type.String({ description: 'Empty for the example' }),
    matched: Type.Boolean(),
    dropped: Type.Boolean(),
    error: nullable(Type.String({ description: 'The text that the run appended to gl2_processing_error' })),
    before: Fields,
    after: Fields,
    streams_before: Type.Array(Type.String()),
    streams_after: Type.Array(Type.String()),
    created: Type.Array(Fields, { description: 'At most three messages that were created or cloned' }),
    differs: Type.Boolean({ description: 'The saved source leaves the message in another way' }),
  },
  { title: 'TrialMessage' },
)
export type TrialMessage = Static<typeof TrialMessage>

export const TrialResponse = Type.Object(
  {
    checked: Type.Integer({ description: 'Messages that the source ran on' }),
    is_complete: Type.Boolean({ description: 'False if time or memory ran out before all messages were tried' }),
    edited: TrialFigures,
    saved: nullable(
      Type.Object(TrialFigures.properties, { description: 'Null without an id, or if it does not parse' }),
    ),
    differing: nullable(Type.Integer({ description: 'Messages that both leave in different ways' })),
    messages: Type.Array(TrialMessage, {
      description: 'First those that failed, then those that both leave in different ways, then those that match',
    }),
  },
  { title: 'TrialResponse' },
)
export type TrialResponse = Static<typeof TrialResponse>

const { post } = inArea('pipelines')

export const tryPipelineSource = post('/logyard/pipelines/trials', {
  id: 'logyard.pipelines.try',
  summary: 'Run the source of a rule or pipeline on messages, beside the one that is saved',
  access: ownerDecides(
    'pipeline_rule:edit:<id>, or pipeline_rule:create for a rule without id',
    'pipeline:edit:<id> and pipeline_rule:read, or pipeline:create for a pipeline without id',
    'streams:read:<stream_id>',
  ),
  audit: READS_ONLY,
  body: TrialRequest,
  answers: { 200: TrialResponse, 400: refusedSource, 404: ApiError },
})
