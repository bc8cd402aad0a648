/** The kind of pipelines: their rules, and their data in content packs, with their connections. */
import { pipelines } from '@logyard/contract/pipelines/pipelines'
import type { SourceDraft } from '@logyard/contract/pipelines/source-draft'
import type { Decoded } from '../entities/codecs/codec.ts'
import { text, textOrEmpty } from '../entities/codecs/scalar-codecs.ts'
import { shape, sortedTexts } from '../entities/codecs/shape-codecs.ts'
import { deleteTogether } from '../entities/commit-prepared.ts'
import { entityInvalid } from '../entities/entity-errors.ts'
import { entityKind, type KindDeps } from '../entities/entity-kind.ts'
import type { EntityForm } from '../entities/entity-type.ts'
import type { Kind } from '../entities/kind.ts'
import { type PackPart, permissionsOf } from '../entities/pack-part.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Clock } from '../platform/clock.ts'
import type { PipelineConnectionService } from './connection-service.ts'
import { pipelineMetricPrefix } from './metrics/pipeline-metric-names.ts'
import { type Author, type RuleRights, runOf } from './needs/author-rights.ts'
import { pipelineNotFound, pipelineTitleTaken } from './pipeline-errors.ts'
import { pipelineCollection, type StoredPipeline } from './pipeline-store.ts'
import type { PipelineReplicas } from './publish-pipelines.ts'
import type { PublishedPipelines } from './published-pipelines.ts'
import { rulesInPipeline } from './rules-in-pipeline.ts'
import { requireRoom, requireRoomForMore } from './sources/source-limits.ts'
import type { SourceParser } from './sources/source-parser.ts'

export type PipelineKind = Kind<StoredPipeline, SourceDraft, Author>

export interface PipelineKindDeps extends KindDeps {
  readonly replicas: Pick<PipelineReplicas, 'pipelines'>
  readonly published: Pick<PublishedPipelines, 'publish'>
  readonly parser: Pick<SourceParser, 'pipeline'>
  readonly rights: Pick<RuleRights, 'requireRules' | 'requireConnected'>
  readonly connections: Pick<PipelineConnectionService, 'streamsOf' | 'requireConnectable'>
  /** All streams. */
  readonly streams: () => readonly { readonly id: string }[]
  readonly metrics: Pick<Metrics, 'remove'>
  readonly clock: Clock
}

/** A change is in effect for later messages when its promise resolves. */
export function pipelineKind(deps: PipelineKindDeps): PipelineKind {
  const { replicas, published, parser, rights, metrics, clock } = deps
  const replica = replicas.pipelines
  const kind: PipelineKind = entityKind<StoredPipeline, SourceDraft, Author, PackData>(deps, {
    collection: pipelineCollection,
    replica,
    titleOf: ({ title }) => title,
    isOneByOne: true,
    sorted: (pipelines) => pipelines.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    async read({ source, description }, { id, before, by }) {
      const { title, stages } = await parser.pipeline(source, runOf(by))
      if (before?.source !== source) {
        const titles = stages.flatMap(({ rules }) => rules)
        await rights.requireRules(titles, by)
        if (before !== undefined) await rights.requireConnected(id, by)
      }
      const now = clock.now().toISOString()
      const facts = { title, description: description ?? null, source, modified_at: now }
      const pipeline = { id, created_at: now, ...before, ...facts }
      await replica.fresh()
      requireRoom('pipelines', pipeline, replica.list())
      return pipeline
    },
    async takeEffect(change) {
      await published.publish()
      if (change.action === 'delete') metrics.remove(pipelineMetricPrefix(change.before.id))
    },
    notFound: pipelineNotFound,
    taken: ({ title }) => pipelineTitleTaken(title),
    pack: {
      ...packPart(deps),
      async requireRoom(created) {
        await replica.fresh()
        const sources = created.map(({ source }) => source)
        requireRoomForMore('pipelines', sources, replica.list())
      },
      removeAll: (ids) => deleteTogether(deps.settings, kind, ids),
    },
  })
  return kind
}

const codec = shape({ title: text, description: textOrEmpty, source: text, connected_streams: sortedTexts })
type PackData = Decoded<typeof codec>

export const pipelineForm: EntityForm<PackData> = {
  type: { name: 'pipeline', version: '1' },
  codec,
  mapReferences: (data, replaced) => ({
    ...data,
    connected_streams: data.connected_streams.map((id) => replaced({ type: 'stream', id })).sort(),
  }),
}

function packPart({
  replicas,
  connections,
  streams,
}: PipelineKindDeps): PackPart<StoredPipeline, SourceDraft, Author, PackData> {
  return {
    ...pipelineForm,
    permissions: permissionsOf(pipelines),
    alsoNeeded: ({ connected_streams }) => (connected_streams.length > 0 ? ['pipeline_connection:edit'] : []),
    fieldsElsewhere: { created_at: 'nowhere', modified_at: 'nowhere' },
    namesUsed: ({ source }) => rulesInPipeline(source).map((name) => ({ type: 'pipeline_rule', name })),
    async dataOf({ id, title, description, source }) {
      // Connections outlive their streams.
      const existing = new Set(streams().map((stream) => stream.id))
      const connected = (await connections.streamsOf(id)).filter((one) => existing.has(one))
      return { title, description: description ?? '', source, connected_streams: connected.toSorted() }
    },
    draftOf: ({ description, source }) => ({ description, source }),
    by: ({ caller, signal, included }) => ({ caller, signal, created: included }),
    async beside({ id: pipelineId, title }, { connected_streams }, { caller, included, shared }) {
      const isTaken = replicas.pipelines.list().some((one) => one.title === title && one.id !== pipelineId)
      if (isTaken) throw entityInvalid('source', `has the title "${title}", which another pipeline has`)
      const before = await connections.streamsOf(pipelineId)
      const isJoining = connected_streams.some((one) => !before.includes(one))
      // The rules of a new pipeline are checked already.
      if (isJoining) await connections.requireConnectable([pipelineId], { caller, created: included })
      // As by the API, connections of streams that the caller may not read stay.
      const left = before.filter((one) => !connected_streams.includes(one) && caller.holds(`streams:read:${one}`))
      for (const streamId of left) shared.connect({ pipelineId, streamId, isConnected: false })
      for (const streamId of connected_streams) shared.connect({ pipelineId, streamId, isConnected: true })
      return undefined
    },
  }
}
