/** Sidecars: agents on hosts that run log shippers with the configurations that administrators assign. */
import type { FastifyInstance } from 'fastify'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import { createReplica } from '../platform/settings/replica.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { sidecarRoutes } from './administration/sidecar-routes.ts'
import { createSidecarService } from './administration/sidecar-service.ts'
import { agentRoutes } from './agents/agent-routes.ts'
import { purgeJob } from './agents/purge-job.ts'
import { factsOf } from './agents/sidecar-facts.ts'
import { assignmentCollection, createAssignments } from './assignments/assignments.ts'
import { type CollectorKind, collectorKind } from './collectors/collector-kind.ts'
import { collectorRoutes } from './collectors/collector-routes.ts'
import { collectorCollection } from './collectors/collector-store.ts'
import { ensureDefaultCollectors } from './collectors/default-collectors.ts'
import { type ConfigurationKind, configurationKind } from './configurations/configuration-kind.ts'
import { configurationRoutes } from './configurations/configuration-routes.ts'
import { configurationCollection } from './configurations/configuration-store.ts'
import { createRendering } from './configurations/rendering.ts'
import { createUploads } from './configurations/uploads.ts'
import { variableCollection, variableKind, variableRoutes } from './configurations/variables.ts'
import { openActions } from './registrations/actions.ts'
import { openRegistrations } from './registrations/registrations.ts'
import { createSidecarSettings } from './sidecar-settings.ts'

export interface Sidecars extends AsyncDisposable {
  readonly collectors: CollectorKind
  readonly configurations: ConfigurationKind
  routes(api: FastifyInstance): void
}

export interface SidecarsDeps {
  readonly boundedRuns: BoundedRuns
  readonly serverRuns: BoundedRuns
  readonly settings: SettingsStore
  readonly clusterConfig: ClusterConfig
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** Reports of agents are stored this often. */
const FLUSH_MS = 5000

export async function openSidecars(deps: SidecarsDeps): Promise<Sidecars> {
  await using opened = new AsyncDisposableStack()
  const parts = createParts(deps, opened)
  const registrations = opened.use(await openRegistrations(deps))
  const actions = opened.use(openActions(deps))
  await ensureDefaultCollectors(deps.settings, deps.ids)
  const sidecars = createSidecarService({ ...deps, ...parts, registrations })
  const findFacts = (nodeId: string) => {
    const sidecar = registrations.find(nodeId)
    return sidecar === undefined ? undefined : factsOf(sidecar)
  }
  const all = { ...deps, ...parts, registrations, actions, sidecars }
  opened.use(deps.scheduler.add(purgeJob(all)))
  opened.use(
    deps.scheduler.add({ name: 'sidecar-reports', everyMs: FLUSH_MS, scope: 'node', run: () => registrations.flush() }),
  )
  const running = opened.move()
  return {
    collectors: parts.collectors,
    configurations: parts.configurations,
    routes(api) {
      agentRoutes(api, all)
      sidecarRoutes(api, all)
      collectorRoutes(api, parts.collectors)
      configurationRoutes(api, { ...all, registrationsWith: sidecars.idsWith, findFacts })
      variableRoutes(api, parts.variables)
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}

function createParts(deps: SidecarsDeps, opened: AsyncDisposableStack) {
  const { settings, clusterConfig } = deps
  const collectorReplica = opened.use(createReplica(settings, collectorCollection))
  const { collector } = configurationCollection.keys
  const configurationReplica = opened.use(createReplica(settings, configurationCollection, { collector: collector.of }))
  const variableReplica = opened.use(createReplica(settings, variableCollection))
  const { configuration } = assignmentCollection.keys
  const assignmentReplica = opened.use(
    createReplica(settings, assignmentCollection, { configuration: configuration.of }),
  )
  const rendering = createRendering({ ...deps, configurations: configurationReplica, variables: variableReplica })
  const collectors = collectorKind({
    ...deps,
    replica: collectorReplica,
    isInUse: async (id) => {
      await configurationReplica.fresh()
      return configurationReplica.listBy('collector', id).length > 0
    },
  })
  const configurations = configurationKind({
    ...deps,
    replica: configurationReplica,
    rendering,
    isAssigned: async (id) => (await assignments.nodesOf(id)).length > 0,
  })
  const assignments = createAssignments({ ...deps, replica: assignmentReplica, collectors, configurations })
  const variables = variableKind({ ...deps, replica: variableReplica, configurations: configurationReplica })
  const uploads = createUploads(deps)
  const sidecarSettings = opened.use(createSidecarSettings(clusterConfig))
  return { collectors, configurations, variables, assignments, rendering, uploads, sidecarSettings }
}
