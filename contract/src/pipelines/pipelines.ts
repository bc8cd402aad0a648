/** Pipelines: numbered stages with rules, which run on the messages of the streams that they are connected to. */
import { type Static, Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { holds, NoBody, operation, READS_ONLY, signedIn } from '../http/operation.ts'
import { refusedSource, sourceFacts } from './rules.ts'
import { SourceDraft } from './source-draft.ts'

export const STAGE_MATCHES = ['ALL', 'EITHER', 'PASS'] as const
export type StageMatch = (typeof STAGE_MATCHES)[number]

export const StageSource = Type.Object(
  {
    stage: Type.Integer({ description: 'Lower numbers run earlier' }),
    match_all: Type.Boolean({ description: 'The next stage runs only if all rules matched' }),
    match: Type.Enum(STAGE_MATCHES, {
      description: 'Logyard only: the next stage runs if all rules matched, if at least one did, or always',
    }),
    rules: Type.Array(Type.String(), { description: 'Titles, in their order' }),
  },
  { title: 'StageSource' },
)
export type StageSource = Static<typeof StageSource>

export const PipelineSource = Type.Object(
  {
    ...sourceFacts,
    stages: Type.Array(StageSource, { description: 'Ascending; empty if the source does not parse' }),
  },
  { title: 'PipelineSource' },
)
export type PipelineSource = Static<typeof PipelineSource>

const area = 'pipelines'

export const listPipelines = operation({
  id: 'pipelines.list',
  area,
  method: 'GET',
  path: '/system/pipelines/pipeline',
  summary: 'The pipelines that the caller may read',
  access: signedIn,
  answers: { 200: Type.Array(PipelineSource) },
})

export const getPipeline = operation({
  id: 'pipelines.get',
  area,
  method: 'GET',
  path: '/system/pipelines/pipeline/{id}',
  summary: 'One pipeline',
  access: holds('pipeline:read:<id>'),
  answers: { 200: PipelineSource, 404: ApiError },
})

export const createPipeline = operation({
  id: 'pipelines.create',
  area,
  method: 'POST',
  path: '/system/pipelines/pipeline',
  summary: 'Create a pipeline; it runs once it is connected to a stream',
  access: holds('pipeline:create'),
  audit: 'pipeline:create',
  created: 'id',
  body: SourceDraft,
  answers: { 200: PipelineSource, 400: refusedSource },
})

export const updatePipeline = operation({
  id: 'pipelines.update',
  area,
  method: 'PUT',
  path: '/system/pipelines/pipeline/{id}',
  summary: 'Replace the source of a pipeline',
  access: holds('pipeline:edit:<id>'),
  audit: 'pipeline:update',
  body: SourceDraft,
  answers: { 200: PipelineSource, 400: refusedSource, 404: ApiError },
})

export const deletePipeline = operation({
  id: 'pipelines.delete',
  area,
  method: 'DELETE',
  path: '/system/pipelines/pipeline/{id}',
  summary: 'Delete a pipeline with its metrics; its rules stay',
  access: holds('pipeline:delete:<id>'),
  audit: 'pipeline:delete',
  answers: { 204: NoBody, 404: ApiError },
})

export const parsePipeline = operation({
  id: 'pipelines.parse',
  area,
  method: 'POST',
  path: '/system/pipelines/pipeline/parse',
  summary: 'Parse the source of a pipeline; whether its rules exist is not checked',
  access: signedIn,
  audit: READS_ONLY,
  body: SourceDraft,
  answers: { 200: PipelineSource, 400: refusedSource },
})
