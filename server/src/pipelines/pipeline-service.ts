/** The stored pipelines. */
import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import type { SourceDraft } from '@logyard/contract/pipelines/source-draft'
import type { Metrics } from '../metrics/metrics.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { createMutex, type Mutex } from '../platform/mutex.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import { type SettingsStore, UniqueTaken, type Write } from '../platform/settings/settings-store.ts'
import { pipelineMetricPrefix } from './metrics/pipeline-metric-names.ts'
import type { RuleRights } from './needs/author-rights.ts'
import { pipelineNotFound, pipelineTitleTaken } from './pipeline-errors.ts'
import { type PipelineStore, pipelineCollection, type StoredPipeline } from './pipeline-store.ts'
import type { PipelineReplicas } from './publish-pipelines.ts'
import type { PublishedPipelines } from './published-pipelines.ts'
import { type Author, runOf } from './rules/rule-service.ts'
import { requireRoom, requireRoomForMore } from './sources/source-limits.ts'
import type { SourceParser } from './sources/source-parser.ts'

/** A change is in effect for later messages when its promise resolves. */
export interface PipelineService {
  /** By title. */
  list(isWanted: (id: string) => boolean): Promise<PipelineSource[]>
  get(id: string): Promise<PipelineSource>
  exists(id: string): Promise<boolean>
  create(draft: SourceDraft, by: Author): Promise<PipelineSource>
  replace(id: string, draft: SourceDraft, by: Author): Promise<PipelineSource>
  /** To be stored together with others. With an id it replaces that pipeline. */
  preparing(draft: SourceDraft, by: Author, id: string | undefined): Promise<Prepared<StoredPipeline>>
  /** Throws if there cannot be so many more, with these sources. */
  requireRoom(sources: readonly string[]): Promise<void>
  delete(id: string): Promise<void>
  /** In one commit; a missing one is not an error. */
  deleteAll(ids: readonly string[]): Promise<void>
  /** A pipeline that is not stored. Throws if the source does not parse. */
  parse(draft: SourceDraft, by: Author): Promise<PipelineSource>
}

export interface PipelineServiceDeps {
  readonly settings: SettingsStore
  readonly replicas: Pick<PipelineReplicas, 'pipelines'>
  readonly published: Pick<PublishedPipelines, 'publish'>
  readonly parser: SourceParser
  readonly rights: Pick<RuleRights, 'requireRules' | 'requireConnected'>
  readonly metrics: Pick<Metrics, 'remove'>
  readonly clock: Clock
  readonly ids: Ids
}

interface State extends PipelineServiceDeps {
  readonly store: PipelineStore
  readonly turns: Mutex
}

export function createPipelineService(deps: PipelineServiceDeps): PipelineService {
  const state: State = { ...deps, store: deps.settings.collection(pipelineCollection), turns: createMutex() }
  return {
    ...queries(state),
    create: (draft, by) => create(state, draft, by),
    replace: (id, draft, by) => replace(state, id, draft, by),
    preparing: (draft, by, id) => prepare(state, draft, by, id),
    async requireRoom(sources) {
      await state.replicas.pipelines.fresh()
      requireRoomForMore('pipelines', sources, state.replicas.pipelines.list())
    },
    delete: (id) => state.turns(() => deletePipeline(state, id)),
    deleteAll: (all) => state.turns(() => deletePipelines(state, all)),
    async parse({ source, description }, by) {
      const read = await state.parser.pipeline(source, runOf(by))
      const stored = { id: null, created_at: null, modified_at: null }
      return { ...stored, ...read, description: description ?? null, source, errors: null }
    },
  }
}

function queries(state: State): Pick<PipelineService, 'list' | 'get' | 'exists'> {
  const { replicas, parser } = state
  const onWire = async (pipelines: readonly StoredPipeline[]): Promise<PipelineSource[]> => {
    const parsed = await parser.pipelines(pipelines)
    return pipelines.map((pipeline, at) => ({
      ...pipeline,
      stages: parsed[at]?.stages ?? [],
      errors: parsed[at]?.errors ?? null,
    }))
  }
  return {
    async list(isWanted) {
      await replicas.pipelines.fresh()
      const wanted = replicas.pipelines.list().filter(({ id }) => isWanted(id))
      return onWire(wanted.toSorted((a, b) => (a.title < b.title ? -1 : 1)))
    },
    async get(id) {
      const [pipeline] = await onWire([await getPipeline(state, id)])
      if (pipeline === undefined) throw pipelineNotFound(id)
      return pipeline
    },
    async exists(id) {
      await replicas.pipelines.fresh()
      return replicas.pipelines.find(id) !== undefined
    },
  }
}

async function getPipeline({ replicas }: Pick<State, 'replicas'>, id: string): Promise<StoredPipeline> {
  await replicas.pipelines.fresh()
  const pipeline = replicas.pipelines.find(id)
  if (pipeline === undefined) throw pipelineNotFound(id)
  return pipeline
}

async function create(state: State, { source, description }: SourceDraft, by: Author): Promise<PipelineSource> {
  const { parser, ids, clock, store } = state
  const { title, stages } = await parser.pipeline(source, runOf(by))
  await requireRights(state, stages, by, undefined)
  return state.turns(async () => {
    const now = clock.now().toISOString()
    const facts = { title, description: description ?? null, source, created_at: now, modified_at: now }
    const pipeline: StoredPipeline = { id: ids.next(), ...facts }
    await save(state, pipeline, store.inserting(pipeline))
    return { ...pipeline, stages, errors: null }
  })
}

async function prepare(
  state: State,
  { source, description }: SourceDraft,
  by: Author,
  id: string | undefined,
): Promise<Prepared<StoredPipeline>> {
  const { parser, ids, clock, store, replicas, published } = state
  const { title, stages } = await parser.pipeline(source, runOf(by))
  const before = id === undefined ? undefined : await store.findVersioned(id)
  if (before?.document.source !== source) await requireRights(state, stages, by, id)
  const now = clock.now().toISOString()
  const facts = { title, description: description ?? null, source, modified_at: now }
  const pipeline: StoredPipeline = {
    id: before?.document.id ?? ids.next(),
    created_at: before?.document.created_at ?? now,
    ...facts,
  }
  await replicas.pipelines.fresh()
  requireRoom('pipelines', pipeline, replicas.pipelines.list())
  const write = before === undefined ? store.inserting(pipeline) : store.replacing(pipeline, before.version)
  return { entity: pipeline, writes: [write], takeEffect: published.publish }
}

async function replace(
  state: State,
  id: string,
  { source, description }: SourceDraft,
  by: Author,
): Promise<PipelineSource> {
  const { parser, clock, store } = state
  const stored = await getPipeline(state, id)
  const { title, stages } = await parser.pipeline(source, runOf(by))
  if (stored.source !== source) await requireRights(state, stages, by, id)
  return state.turns(async () => {
    const before = await store.findVersioned(id)
    if (before === undefined) throw pipelineNotFound(id)
    const changed = { title, description: description ?? null, source, modified_at: clock.now().toISOString() }
    const pipeline: StoredPipeline = { ...before.document, ...changed }
    await save(state, pipeline, store.replacing(pipeline, before.version))
    return { ...pipeline, stages, errors: null }
  })
}

/** For all rules that the pipeline names, and for the streams whose messages they run on. */
async function requireRights(
  { rights }: State,
  stages: PipelineSource['stages'],
  by: Author,
  id: string | undefined,
): Promise<void> {
  await rights.requireRules(
    stages.flatMap(({ rules }) => rules),
    by,
  )
  if (id !== undefined) await rights.requireConnected(id, by)
}

async function save({ settings, replicas, published }: State, pipeline: StoredPipeline, write: Write): Promise<void> {
  await replicas.pipelines.fresh()
  requireRoom('pipelines', pipeline, replicas.pipelines.list())
  try {
    await settings.commit([write])
  } catch (error) {
    if (error instanceof UniqueTaken) throw pipelineTitleTaken(pipeline.title, { cause: error })
    throw error
  }
  await published.publish()
}

async function deletePipelines({ settings, store, published, metrics }: State, ids: readonly string[]): Promise<void> {
  await settings.commit(ids.map((id) => store.deleting(id)))
  await published.publish()
  for (const id of ids) metrics.remove(pipelineMetricPrefix(id))
}

async function deletePipeline(state: State, id: string): Promise<void> {
  const { store, published, metrics } = state
  if (!(await store.delete(id))) throw pipelineNotFound(id)
  await published.publish()
  metrics.remove(pipelineMetricPrefix(id))
}
