/**
 * Index sets and their indices: the current write index, rotation and retention. The rows of an index are a partition
 * of the table of messages in the engine; everything else about it is in the settings.
 */
import type { ClusterConfig } from '../../cluster-config/cluster-config.ts'
import type { SystemJobs } from '../../jobs/system-jobs.ts'
import type { Notifications } from '../../notices/notifications.ts'
import type { SystemMessages } from '../../notices/system-messages.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Scheduler } from '../../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Engine } from '../engine/engine.ts'
import { createRewriting, type Rewriting } from '../rewriting/rewriting.ts'
import { createColdMoves } from './cold-moves.ts'
import { ensureFirstIndexSets } from './first-index-sets.ts'
import { createIndexJobs, type IndexJobs } from './index-jobs.ts'
import { createIndexLookup, type IndexLookup } from './index-lookup.ts'
import { createIndexRanges, type IndexRanges } from './index-ranges.ts'
import { createIndexRepair } from './index-repair.ts'
import { createIndexRetention } from './index-retention.ts'
import { createIndexRotation } from './index-rotation.ts'
import { createIndexSetDefaults, type IndexSetDefaultsReader } from './index-set-defaults.ts'
import { createIndexSetService, type IndexSetService } from './index-set-service.ts'
import { openIndexSetStore } from './index-set-store.ts'
import { createIndexStatistics, type IndexStatistics } from './index-statistics.ts'
import { createIndexWriters } from './index-writers.ts'
import { createIndices, type Indices } from './indices.ts'
import { createMessagePartitions } from './message-partitions.ts'
import { createWriteTargets, type WriteTargets } from './write-targets.ts'

export interface IndexSets extends AsyncDisposable {
  readonly sets: IndexSetService
  /** The current write indices. A writer holds them until its rows are stored. */
  readonly targets: Pick<WriteTargets, 'of' | 'hold' | 'holdAll' | 'onChange'>
  readonly lookup: IndexLookup
  readonly indices: Indices
  readonly ranges: IndexRanges
  readonly jobs: IndexJobs
  readonly statistics: IndexStatistics
  readonly defaults: IndexSetDefaultsReader
  readonly rewriting: Pick<Rewriting, 'onEnd'>
}

const ROTATION_MS = 10_000
const RETENTION_MS = 300_000
const COLD_MS = 300_000

export async function createIndexSets(deps: {
  readonly settings: SettingsStore
  readonly clusterConfig: Pick<ClusterConfig, 'register' | 'provide'>
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly engine: Pick<
    Engine,
    'client' | 'patientClient' | 'state' | 'ready' | 'pid' | 'schemaTurn' | 'stores' | 'cold'
  >
  readonly clock: Clock
  readonly isClockSteady: () => boolean
  readonly ids: Ids
  readonly log: Log
  readonly jobs: SystemJobs
  readonly notifications: Notifications
  readonly messages: SystemMessages
  readonly node: {
    readonly id: string
    readonly hostname: string
    /** The ids of the nodes that are running. */
    readonly running: () => Promise<readonly string[]>
  }
  /** Space that must stay free on the disk while messages are rewritten. */
  readonly spareBytes?: () => number
  /** How old parts are that are moved to cold storage. */
  readonly settledSeconds?: number
  /** Whether a stream writes to the set, which then must not be deleted. */
  readonly isAssigned: (indexSetId: string) => Promise<boolean>
}): Promise<IndexSets> {
  const { clock, ids, log, notifications, messages, node, isAssigned } = deps
  const hasColdStorage = deps.engine.cold.isConfigured
  const store = openIndexSetStore(deps.settings)
  const defaults = createIndexSetDefaults(deps.clusterConfig)
  const inTurn = deps.settings.turns('indices')
  const lookup = createIndexLookup(store)
  const partitions = createMessagePartitions(deps.engine)
  const ranges = createIndexRanges({ store, lookup, partitions, clock })
  await using starting = new AsyncDisposableStack()
  const writers = starting.use(
    createIndexWriters({ settings: deps.settings, nodeId: node.id, runningNodes: node.running }),
  )
  const targets = starting.use(await createWriteTargets({ store, writers, clock, log }))
  const jobs = createIndexJobs({ jobs: deps.jobs, store, lookup, ranges, partitions, targets, inTurn, clock })
  const indices = createIndices({ store, lookup, partitions, targets, jobs, messages, inTurn, clock })
  await ensureFirstIndexSets({ store, indices, ids, clock })
  await targets.reload()

  const repair = createIndexRepair({ store, lookup, partitions, indices, jobs, inTurn, log })
  const rotation = createIndexRotation({ ...deps, store, partitions, indices })
  const retention = createIndexRetention({ store, lookup, indices, notifications, messages, log })
  const schedule = (name: string, everyMs: number, run: (signal: AbortSignal) => Promise<void>) =>
    starting.use(
      deps.scheduler.add({
        name,
        everyMs,
        scope: 'cluster',
        async run(signal) {
          if (partitions.isReachable()) await run(signal)
        },
      }),
    )
  schedule('index-rotation', ROTATION_MS, async (signal) => {
    await repair.run()
    signal.throwIfAborted()
    await rotation.run()
  })
  schedule('index-retention', RETENTION_MS, retention.run)
  schedule('cold-storage', COLD_MS, createColdMoves({ ...deps, lookup }).run)
  const rewriting = starting.use(createRewriting({ ...deps, indices: store.indices, inTurn }))
  const running = starting.move()

  return {
    sets: createIndexSetService({
      ...{ store, lookup, indices, targets, jobs, inTurn, clock, ids, isAssigned, defaults, hasColdStorage },
    }),
    targets,
    lookup,
    indices,
    ranges,
    jobs,
    statistics: createIndexStatistics({ lookup, partitions, hasColdStorage, node }),
    defaults,
    rewriting,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
