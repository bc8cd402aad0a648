/** Where rules run: stages of pipelines, and the streams that these are connected to. Logyard only. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError } from '../http/envelope.ts'
import { inArea, NoBody, ownerDecides } from '../http/operation.ts'
import { RuleSource, refusedSource } from './rules.ts'
import { SourceDraft } from './source-draft.ts'

/** Places of one request. */
const MAX_PLACES = 20
const MAX_TITLE = 200

const stage = int({ description: 'It is added if the pipeline does not have it' })

export const RulePlace = Type.Union(
  [
    Type.Object(
      {
        pipeline_id: Type.String(),
        stage,
        stream_id: Type.Optional(Type.String({ description: 'The pipeline is connected to it, too' })),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        new_pipeline: Type.String({ minLength: 1, maxLength: MAX_TITLE, description: 'The title' }),
        stage,
        stream_id: Type.String(),
      },
      { additionalProperties: false },
    ),
  ],
  { title: 'RulePlace' },
)
export type RulePlace = Static<typeof RulePlace>

const PlacedRuleDraft = Type.Object(
  { rule: SourceDraft, places: Type.Array(RulePlace, { maxItems: MAX_PLACES }) },
  { title: 'PlacedRuleDraft', additionalProperties: false },
)
const RulePlaces = Type.Object(
  { places: Type.Array(RulePlace, { minItems: 1, maxItems: MAX_PLACES }) },
  { title: 'RulePlaces', additionalProperties: false },
)

const { post } = inArea('rules')

/** Adding a rule to a pipeline changes that pipeline, and connecting it lets all its rules run on the stream. */
const PLACING = [
  'pipeline:edit:<pipeline_id>',
  'pipeline:create',
  'pipeline_connection:edit',
  'pipeline:read:<pipeline_id>',
  'streams:read:<stream_id>',
] as const

export const createPlacedRule = post('/logyard/pipelines/rules', {
  id: 'logyard.rules.create_placed',
  summary: 'Create a rule and add it to pipelines, in one change; the permissions of each part are needed',
  access: ownerDecides('pipeline_rule:create', ...PLACING),
  audit: 'pipeline-rule:create',
  created: 'id',
  body: PlacedRuleDraft,
  answers: { 200: RuleSource, 400: refusedSource, 404: ApiError },
})

export const placeRule = post('/logyard/pipelines/rules/{ruleId}/places', {
  id: 'logyard.rules.place',
  summary: 'Add a rule to pipelines, in one change; its other places stay',
  access: ownerDecides('pipeline_rule:read:<ruleId>', ...PLACING),
  audit: 'pipeline-rule:place',
  body: RulePlaces,
  answers: { 204: NoBody, 400: refusedSource, 404: ApiError },
})
