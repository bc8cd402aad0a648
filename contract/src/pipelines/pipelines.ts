/** Pipelines: numbered stages with rules, which run on the messages of the streams that they are connected to. */
import { type Static, Type } from 'typebox'
import { crud, perObject } from '../http/crud.ts'
import { inArea, READS_ONLY, signedIn } from '../http/operation.ts'
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
const { post } = inArea(area)

export const pipelines = crud({
  id: 'pipelines',
  area,
  path: '/system/pipelines/pipeline',
  key: 'id',
  one: 'pipeline',
  access: { ...perObject('pipeline', 'id'), list: signedIn },
  audit: 'pipeline',
  entity: PipelineSource,
  draft: SourceDraft,
  refused: refusedSource,
  list: { summary: 'The pipelines that the caller may read' },
  get: {},
  create: { summary: 'Create a pipeline; it runs once it is connected to a stream' },
  update: { summary: 'Replace the source of a pipeline' },
  delete: { summary: 'Delete a pipeline with its metrics; its rules stay' },
})
export const {
  list: listPipelines,
  get: getPipeline,
  create: createPipeline,
  update: updatePipeline,
  delete: deletePipeline,
} = pipelines

export const parsePipeline = post('/system/pipelines/pipeline/parse', {
  id: 'pipelines.parse',
  summary: 'Parse the source of a pipeline; whether its rules exist is not checked',
  access: signedIn,
  audit: READS_ONLY,
  body: SourceDraft,
  answers: { 200: PipelineSource, 400: refusedSource },
})
