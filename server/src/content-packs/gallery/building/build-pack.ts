/** Makes the content pack of a plan: its input, rules, pipeline, stream, search, dashboard and event definition. */
import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { stableUuid } from '../../stable-uuid.ts'
import { CREATED_AT, dashboardData } from './dashboards.ts'
import { entity, entityId } from './entities.ts'
import { eventData } from './events.ts'
import { inputEntities, inputParameters } from './inputs.ts'
import type { PackPlan } from './pack-plan.ts'
import { LOG_SOURCE, titleOf } from './rule-texts.ts'
import { searchData } from './searches.ts'
import { boolean, string } from './typed-values.ts'

const VENDOR = 'Logyard'
const SERVER_VERSION = '4.0.0'
const STAGE_STEP = 10

export function buildPack(plan: PackPlan): ContentPack {
  const { name } = plan
  const stream = entityId(name, 'stream', plan.title)
  const { dashboard, search, event } = plan
  const views = [
    entity(name, 'search', search.title, searchData(name, search, stream)),
    entity(name, 'dashboard', dashboard.title, dashboardData(name, dashboard, stream)),
  ]
  const events = event === undefined ? [] : [entity(name, 'event_definition', event.title, eventData(event, stream))]
  return {
    v: '1',
    id: stableUuid(name),
    rev: plan.rev,
    name: plan.title,
    summary: plan.summary,
    description: plan.description,
    vendor: VENDOR,
    url: '',
    created_at: CREATED_AT,
    server_version: SERVER_VERSION,
    parameters: inputParameters(plan.inputs),
    entities: [...inputEntities(name, plan.inputs), ...processing(plan), streamEntity(plan), ...views, ...events],
  }
}

/**
 * The pipeline belongs to the default stream, where every message begins. By default pipelines run before messages are
 * routed into streams, so that the stream's rule meets the field that the pipeline has set.
 */
function processing({ name, title, stages }: PackPlan): PackEntity[] {
  const rules = stages.flat().map((source) =>
    entity(name, 'pipeline_rule', titleOf(source), {
      title: string(titleOf(source)),
      description: string(`Of the content pack ${title}`),
      source: string(source),
    }),
  )
  const pipelineTitle = `${title} pack`
  const pipeline = entity(name, 'pipeline', pipelineTitle, {
    title: string(pipelineTitle),
    description: string(`Recognises messages of ${title} and reads their fields`),
    source: string(pipelineSource(pipelineTitle, stages)),
    connected_streams: [string(DEFAULT_STREAM_ID)],
  })
  return [...rules, pipeline]
}

export function pipelineSource(title: string, stages: PackPlan['stages']): string {
  const parts = stages.map((rules, at) =>
    [`stage ${at * STAGE_STEP} match either`, ...rules.map((source) => `  rule "${titleOf(source)}";`)].join('\n'),
  )
  return [`pipeline "${title}"`, ...parts, 'end'].join('\n')
}

const streamEntity = ({ name, title }: PackPlan): PackEntity =>
  entity(name, 'stream', title, {
    title: string(title),
    description: string(`Messages that the pipeline of the content pack ${title} has recognised`),
    disabled: boolean(false),
    matching_type: string('AND'),
    default_stream: boolean(false),
    remove_matches: boolean(false),
    outputs: [],
    alert_conditions: [],
    alarm_callbacks: [],
    stream_rules: [
      {
        type: string('EXACT'),
        field: string(LOG_SOURCE),
        value: string(name),
        inverted: boolean(false),
        description: string(''),
      },
    ],
  })
