/** Adds rules to pipelines, and these to streams: all in one commit, with the permissions for each part. */
import type { RulePlace } from '@logyard/contract/pipelines/rule-places'
import type { RuleSource } from '@logyard/contract/pipelines/rules'
import type { SourceDraft } from '@logyard/contract/pipelines/source-draft'
import { addRuleToStage } from '@logyard/languages/rules/add-rule-to-stage'
import { writeLiteral } from '@logyard/languages/rules/syntax/write-literal'
import type { ConnectionChange } from '../entities/entity-type.ts'
import type { Caller } from '../http/caller.ts'
import { commitRetrying } from '../platform/settings/commit-retrying.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import { type SettingsStore, UniqueTaken } from '../platform/settings/settings-store.ts'
import type { PipelineConnectionService } from './connection-service.ts'
import { pipelineTitleTaken, ruleTitleTaken } from './pipeline-errors.ts'
import type { PipelineKind } from './pipeline-kind.ts'
import { pipelineCollection, type StoredPipeline } from './pipeline-store.ts'
import type { PipelineReplicas } from './publish-pipelines.ts'
import type { RuleKind } from './rules/rule-kind.ts'
import { ruleCollection, type StoredRule } from './rules/rule-store.ts'
import { requireRoomForMore } from './sources/source-limits.ts'

export interface RulePlacingDeps {
  readonly settings: SettingsStore
  readonly rules: Pick<RuleKind, 'prepareCreate' | 'claim' | 'get'>
  readonly pipelines: Pick<PipelineKind, 'prepareCreate' | 'prepareReplace'>
  readonly connections: Pick<PipelineConnectionService, 'streamsOf' | 'requireConnectable' | 'changing'>
  readonly replicas: Pick<PipelineReplicas, 'pipelines'>
  /** Throws if the stream does not exist. */
  readonly requireStream: (id: string) => Promise<unknown>
}

export interface PlacingAuthor {
  readonly caller: Caller
  readonly signal: AbortSignal
}

type OldPipeline = Extract<RulePlace, { readonly pipeline_id: string }>
type NewPipeline = Extract<RulePlace, { readonly new_pipeline: string }>

export type RulePlacing = ReturnType<typeof createRulePlacing>

export function createRulePlacing(deps: RulePlacingDeps) {
  const { settings, rules } = deps
  // The limits count what all pipelines hold.
  const turns = settings.turns('placed rules')
  return {
    /** A change is in effect for later messages when its promise resolves. */
    async create(draft: SourceDraft, places: readonly RulePlace[], by: PlacingAuthor): Promise<RuleSource> {
      by.caller.require('pipeline_rule:create')
      const stored = await turns(() =>
        commitPlaces(settings, places, async () => {
          const rule = await rules.prepareCreate(draft, by)
          const placed = await preparePlaces(deps, rule.entity.title, places, by)
          return together(rule.entity, [rule, ...placed])
        }),
      )
      const { id, title, description, source, created_at, modified_at } = stored
      return { id, title, description, source, created_at, modified_at, errors: null }
    },
    async place(ruleId: string, places: readonly RulePlace[], by: PlacingAuthor): Promise<void> {
      by.caller.require(`pipeline_rule:read:${ruleId}`)
      await turns(() =>
        commitPlaces(settings, places, async () => {
          // Neither a deleted rule nor another title than the one that is placed.
          const claim = await rules.claim(ruleId)
          const rule = await rules.get(ruleId)
          const placed = await preparePlaces(deps, rule.title, places, by)
          return together(rule, [{ writes: [claim], takeEffect: async () => undefined }, ...placed])
        }),
      )
    },
  }
}

type Part = Pick<Prepared<unknown>, 'writes' | 'takeEffect'>

const together = <T>(entity: T, parts: readonly Part[]): Prepared<T> => ({
  entity,
  writes: parts.flatMap(({ writes }) => writes),
  async takeEffect() {
    for (const { takeEffect } of parts) await takeEffect()
  },
})

/** Prepares again if another writer was first, also if that one connected the first pipeline to the stream. */
async function commitPlaces(
  settings: SettingsStore,
  places: readonly RulePlace[],
  prepare: () => Promise<Prepared<StoredRule>>,
): Promise<StoredRule> {
  let title = ''
  try {
    const { entity, takeEffect } = await commitRetrying(settings, async () => {
      const prepared = await prepare()
      title = prepared.entity.title
      return { writes: prepared.writes, answer: prepared }
    })
    await takeEffect()
    return entity
  } catch (error) {
    throw (error instanceof UniqueTaken ? takenError(error, places, title) : undefined) ?? error
  }
}

async function preparePlaces(
  deps: RulePlacingDeps,
  rule: string,
  places: readonly RulePlace[],
  by: PlacingAuthor,
): Promise<readonly Part[]> {
  const connecting: ConnectionChange[] = []
  const changed: Part[] = []
  const old = places.filter((place): place is OldPipeline => 'pipeline_id' in place)
  for (const [pipelineId, ofPipeline] of Map.groupBy(old, ({ pipeline_id }) => pipeline_id)) {
    changed.push(await addToPipeline(deps, rule, pipelineId, ofPipeline, by))
    connecting.push(...(await joining(deps, pipelineId, ofPipeline, by)))
  }
  const created: Prepared<StoredPipeline>[] = []
  for (const place of places.filter((one): one is NewPipeline => 'new_pipeline' in one)) {
    const pipeline = await createWith(deps, rule, place, by)
    created.push(pipeline)
    connecting.push({ pipelineId: pipeline.entity.id, streamId: place.stream_id, isConnected: true })
  }
  const sources = created.map(({ entity }) => entity.source)
  if (sources.length > 0) requireRoomForMore('pipelines', sources, deps.replicas.pipelines.list())
  const connections = { writes: await deps.connections.changing(connecting), takeEffect: async () => undefined }
  // The last effect publishes all of the commit.
  return [connections, ...changed, ...created]
}

async function addToPipeline(
  { pipelines }: RulePlacingDeps,
  rule: string,
  pipelineId: string,
  places: readonly OldPipeline[],
  by: PlacingAuthor,
): Promise<Prepared<StoredPipeline>> {
  by.caller.require(`pipeline:edit:${pipelineId}`)
  const draftOf = ({ source, description }: StoredPipeline) => ({
    description,
    // A source that does not parse stays, and is refused.
    source: places.reduce((before, { stage }) => addRuleToStage(before, stage, rule) ?? before, source),
  })
  return pipelines.prepareReplace(pipelineId, draftOf, by)
}

/** The streams that the pipeline is not connected to yet. */
async function joining(
  { connections, requireStream }: RulePlacingDeps,
  pipelineId: string,
  places: readonly OldPipeline[],
  by: PlacingAuthor,
): Promise<readonly ConnectionChange[]> {
  const { caller } = by
  const wanted = new Set(places.flatMap(({ stream_id: id }) => id ?? []))
  for (const id of wanted) {
    caller.require(`streams:read:${id}`)
    await requireStream(id)
  }
  const connected = wanted.size === 0 ? [] : await connections.streamsOf(pipelineId)
  const joined = [...wanted].filter((id) => !connected.includes(id))
  if (joined.length === 0) return []
  caller.require('pipeline_connection:edit')
  caller.require(`pipeline:read:${pipelineId}`)
  await connections.requireConnectable([pipelineId], by)
  return joined.map((streamId) => ({ pipelineId, streamId, isConnected: true }))
}

async function createWith(
  { pipelines, requireStream }: RulePlacingDeps,
  rule: string,
  { new_pipeline: title, stage, stream_id: streamId }: NewPipeline,
  by: PlacingAuthor,
): Promise<Prepared<StoredPipeline>> {
  const { caller } = by
  caller.require('pipeline:create')
  caller.require('pipeline_connection:edit')
  caller.require(`streams:read:${streamId}`)
  await requireStream(streamId)
  const lines = [`pipeline ${writeLiteral(title)}`, `stage ${stage} match either`, `rule ${writeLiteral(rule)}`, 'end']
  return pipelines.prepareCreate({ description: '', source: lines.join('\n') }, by)
}

function takenError({ collection }: UniqueTaken, places: readonly RulePlace[], title: string) {
  if (collection === ruleCollection.name) return ruleTitleTaken(title)
  const created = places.flatMap((place) => ('new_pipeline' in place ? place.new_pipeline : []))
  return collection === pipelineCollection.name ? pipelineTitleTaken(created.join('", "')) : undefined
}
