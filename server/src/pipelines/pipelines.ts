/** Rules, pipelines and their connections: what is stored, and what processing is told about it. */
import type { FastifyInstance } from 'fastify'
import type { GrokPatterns } from '../grok/grok-patterns.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { createPipelineConnections } from './connection-service.ts'
import { pipelineKind } from './pipeline-kind.ts'
import { pipelineRoutes } from './pipeline-routes.ts'
import { createPipelineService } from './pipeline-service.ts'
import { openPipelineReplicas, publishPipelines } from './publish-pipelines.ts'
import { createRulePlacing } from './rule-placing.ts'
import { rulePlacingRoutes } from './rule-placing-routes.ts'
import { createRuleRights, type RuleRightsDeps } from './rule-rights.ts'
import { ruleKind } from './rules/rule-kind.ts'
import { createRuleMetrics } from './rules/rule-metrics.ts'
import { ruleRoutes } from './rules/rule-routes.ts'
import { createRules } from './rules/rule-service.ts'
import { ruleVersionCollection } from './rules/rule-store.ts'
import { ruleVersionRoutes } from './rules/rule-version-routes.ts'
import { createRuleVersions } from './rules/rule-versions.ts'
import { createSourceParser } from './sources/source-parser.ts'

export type Pipelines = Awaited<ReturnType<typeof createPipelines>>

export async function createPipelines(deps: {
  readonly settings: SettingsStore
  readonly boundedRuns: BoundedRuns
  readonly serverRuns: BoundedRuns
  readonly grok: Pick<GrokPatterns, 'definitions' | 'onChange'>
  readonly metrics: Pick<Metrics, 'remove'>
  /** Throws if the stream does not exist. */
  readonly requireStream: (id: string) => Promise<unknown>
  /** All streams. */
  readonly streams: RuleRightsDeps['streams']
  readonly tableId: RuleRightsDeps['tableId']
  readonly clock: Clock
  readonly ids: Ids
}) {
  const { settings, grok } = deps
  using starting = new DisposableStack()
  const replicas = starting.use(openPipelineReplicas(settings))
  const published = starting.use(await publishPipelines(settings, replicas))
  const parser = createSourceParser({ ...deps, grokPatterns: grok.definitions })
  starting.use(grok.onChange(parser.forgetRules))
  const rights = createRuleRights({ ...deps, replicas, parser })
  const parts = { ...deps, replicas, published, parser, rights }
  const versions = createRuleVersions({ store: settings.collection(ruleVersionCollection) })
  const rules = createRules({ ...parts, versions, kind: ruleKind({ ...parts, versions }) })
  const connections = createPipelineConnections(parts)
  const kind = pipelineKind({ ...parts, connections })
  const service = createPipelineService({ kind, parser })
  const placing = createRulePlacing({ ...parts, connections, rules: rules.kind, pipelines: kind })
  const ruleMetrics = createRuleMetrics(parts)
  const running = starting.move()
  return {
    published,
    rules,
    kind,
    service,
    connections,
    parser,
    ruleMetrics,
    routes(api: FastifyInstance) {
      ruleRoutes(api, { rules, ruleMetrics })
      rulePlacingRoutes(api, { placing })
      ruleVersionRoutes(api, { rules })
      pipelineRoutes(api, { kind, service, connections })
    },
    [Symbol.dispose]: () => running.dispose(),
  }
}
