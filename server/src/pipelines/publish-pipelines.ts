/** Publishes rules, pipelines and connections to processing: after every change, also after those of other nodes. */
import { createListeners } from '../platform/listeners.ts'
import { createReplica, type Replica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import {
  connectionCollection,
  pipelineCollection,
  type StoredConnections,
  type StoredPipeline,
} from './pipeline-store.ts'
import type { PipelineSettings, PublishedPipelines } from './published-pipelines.ts'
import {
  RULE_METRICS_ID,
  ruleCollection,
  ruleMetricsCollection,
  ruleSwitchCollection,
  type StoredRule,
  type StoredRuleMetrics,
  type StoredRuleSwitch,
} from './rules/rule-store.ts'

/** All stored documents in memory. */
export interface PipelineReplicas extends Disposable {
  readonly rules: Replica<StoredRule>
  readonly switches: Replica<StoredRuleSwitch>
  readonly ruleMetrics: Replica<StoredRuleMetrics>
  readonly pipelines: Replica<StoredPipeline>
  readonly connections: Replica<StoredConnections>
}

export function openPipelineReplicas(settings: SettingsStore): PipelineReplicas {
  using opening = new DisposableStack()
  const replicas = {
    rules: opening.use(createReplica(settings, ruleCollection, { title: ({ title }) => [title] })),
    switches: opening.use(createReplica(settings, ruleSwitchCollection)),
    ruleMetrics: opening.use(createReplica(settings, ruleMetricsCollection)),
    pipelines: opening.use(createReplica(settings, pipelineCollection)),
    connections: opening.use(createReplica(settings, connectionCollection, { stream: ({ stream_id }) => [stream_id] })),
  }
  const opened = opening.move()
  return { ...replicas, [Symbol.dispose]: () => opened.dispose() }
}

export async function publishPipelines(
  settings: SettingsStore,
  replicas: PipelineReplicas,
): Promise<PublishedPipelines> {
  const all = [replicas.rules, replicas.switches, replicas.ruleMetrics, replicas.pipelines, replicas.connections]
  const collections = [
    ruleCollection,
    ruleSwitchCollection,
    ruleMetricsCollection,
    pipelineCollection,
    connectionCollection,
  ]
  const listeners = createListeners()
  let generations = ''
  let current = settingsOf(replicas)

  async function publish(): Promise<void> {
    await Promise.all(all.map((replica) => replica.fresh()))
    const latest = all.map((replica) => replica.generation()).join()
    if (latest === generations) return
    generations = latest
    current = settingsOf(replicas)
    listeners.notify()
  }

  using starting = new DisposableStack()
  for (const { name } of collections) starting.use(settings.onChange(name, publish))
  await publish()
  const listening = starting.move()
  return {
    current: () => current,
    publish,
    onChange: listeners.add,
    [Symbol.dispose]: () => listening.dispose(),
  }
}

function settingsOf({ rules, switches, ruleMetrics, pipelines, connections }: PipelineReplicas): PipelineSettings {
  return {
    rules: rules.list().map(({ id, title, source }) => ({ id, title, source, isOff: switches.find(id) !== undefined })),
    pipelines: pipelines.list().map(({ id, title, source }) => ({ id, title, source })),
    connections: new Map(connections.list().map(({ stream_id, pipeline_ids }) => [stream_id, pipeline_ids])),
    hasRuleMetrics: ruleMetrics.find(RULE_METRICS_ID)?.metrics_enabled ?? false,
  }
}
