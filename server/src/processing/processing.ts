/**
 * Moves messages from the journal to the store: reads blocks, has the worker threads process them, and stores the
 * results in the order of the journal. The raw bytes of what is underway are bounded.
 */
import { availableParallelism } from 'node:os'
import type { Lifecycle } from '../cluster/lifecycle.ts'
import type { ExtractorRuns } from '../extractors/extractor-runs.ts'
import type { MessageFields } from '../fields/message-fields.ts'
import type { Failures } from '../ingest/failures/failures.ts'
import type { Journal } from '../ingest/journal/journal.ts'
import type { LiveTails } from '../live/live-tails.ts'
import type { LookupRegistry } from '../lookup/live/lookup-registry.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Throughput } from '../metrics/throughput.ts'
import type { PipelineRuns } from '../pipelines/metrics/pipeline-runs.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import type { Engine } from '../store/engine/engine.ts'
import { createBlockQueue } from './block-queue.ts'
import type { OutputBatch } from './blocks/block-result.ts'
import type { RegexOwner } from './blocks/regex-owner.ts'
import { describeWork } from './current-work.ts'
import type { MessageFilters } from './filters/message-filters.ts'
import { createProcessingControl } from './processing-control.ts'
import { createProcessingMetrics } from './processing-metrics.ts'
import { createReplay } from './replay.ts'
import type { SettingsHub } from './settings/settings-hub.ts'
import { createBatchStore } from './store/batch-store.ts'
import { createStoredUntil } from './stored-until.ts'
import { createUnderway, type Underway } from './underway.ts'
import { createUsableSettings } from './workers/usable-settings.ts'
import { createWorkerPool, type WorkerPool } from './workers/worker-pool.ts'

export type Processing = ReturnType<typeof createProcessing>

export interface ProcessingDeps {
  readonly journal: Journal
  readonly engine: Engine
  readonly failures: Failures
  readonly fields: MessageFields
  readonly tails: Pick<LiveTails, 'settings' | 'onChange' | 'stored'>
  readonly filters: Pick<MessageFilters, 'stored'>
  /** Receives messages for outputs once they are stored, in the order of the journal. */
  readonly toOutputs: (batches: readonly OutputBatch[]) => Promise<void>
  readonly settings: Pick<SettingsHub, 'current' | 'follow'>
  readonly lifecycle: Lifecycle
  readonly metrics: Metrics
  readonly throughput: Throughput
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly nodeId: string
  /** Nodes that store messages, including this one. */
  readonly activeNodes: () => number
  /** URL of a module that exports `createCodecs`. Every thread loads it. */
  readonly codecsModule: string
  readonly lookups: Pick<LookupRegistry, 'connect'>
  readonly workers?: number
  /** How long disposal waits for what is underway. */
  readonly drainLimitMs?: number
  readonly extractors: Pick<ExtractorRuns, 'ran' | 'timedOut'>
  readonly pipelines: Pick<PipelineRuns, 'ran' | 'timedOut'>
  /** The owner's regular expressions timed out too often: they are not run until they change. */
  readonly onRegexExcluded: (owner: RegexOwner, faults: number) => void
}

/** The buffer size that clients are told. The actual limit is in bytes. */
export const BUFFER_ENTRIES = 65_536
const DRAIN_LIMIT_MS = 3000

export function createProcessing(deps: ProcessingDeps) {
  const { journal, tails, settings } = deps
  const reading = new AbortController()
  const stopping = new AbortController()
  const control = createProcessingControl(deps)
  const metrics = createProcessingMetrics(deps)
  const underway = createUnderway()
  const pool = createPool(deps, metrics)
  const store = createBatchStore({ ...deps, metrics, underway, workers: pool, signal: stopping.signal })
  const replays = createReplay({ pool, store, metrics, control, signal: stopping.signal })
  /** Resolves once everything that is underway now is stored; rejects if processing stops before that. */
  const settled = async () => {
    const replayed = replays.settled()
    await underway.settled(stopping.signal)
    await unlessAborted(replayed, stopping.signal)
  }
  const subscriptions = new DisposableStack()
  subscriptions.use(
    settings.follow(async () => {
      pool.configure()
      await settled()
    }),
  )
  subscriptions.use(tails.onChange(() => pool.watch(tails.settings())))
  registerBufferGauges(deps, underway, store.depth)
  const signals = { reading: reading.signal, stopping: stopping.signal }
  const queue = createBlockQueue({ ...deps, ...signals, pool, store, underway, control, metrics })
  const ended = (stage: string) => (error: unknown) => {
    if (reading.signal.aborted || stopping.signal.aborted) return
    deps.log.fatal({ err: error, stage }, 'processing cannot continue')
  }
  const reader = queue.read().catch(ended('reading'))
  const storer = queue.store().catch(ended('storing'))

  return {
    control,
    /** While processing is paused: nothing will be stored until it is resumed. */
    isQuiet: () => control.isPaused() && underway.isEmpty() && !replays.isRunning() && !control.isWriting(),
    /** Time of receipt of the newest message that reached each stage; 1970 before the first one. */
    receiveTimes: () => ({
      ingest: new Date(journal.figures().newestReceivedAtMs),
      postProcessing: underway.newestProcessedAt(),
      postIndexing: underway.newestStoredAt(),
    }),
    /** The message that each thread is processing, or `idle`. */
    currentWork: () => Promise.all(pool.currentWork().map(describeWork)),
    /** Everything received up to this instant is stored; milliseconds. */
    storedUntilMs: createStoredUntil(deps),
    workerCount: () => pool.currentWork().length,
    /** Processes and stores raw messages independently of the journal. Refused while processing is paused. */
    replay: replays.replay,
    settled,
    async [Symbol.asyncDispose]() {
      subscriptions.dispose()
      reading.abort()
      underway.notifyChange()
      await reader
      const drained = storer.then(() => store.drain()).catch(() => undefined)
      await Promise.race([drained, deps.clock.sleep(deps.drainLimitMs ?? DRAIN_LIMIT_MS)])
      // Blocks not stored by now are still in the journal: the next start asks the store which of them were stored.
      stopping.abort()
      await storer
      await drained
      await pool[Symbol.asyncDispose]()
      metrics[Symbol.dispose]()
    },
  }
}

/** The worker pool with the current settings, less what has regular expressions that time out too often. */
function createPool(
  deps: ProcessingDeps,
  metrics: ReturnType<typeof createProcessingMetrics>,
): Omit<WorkerPool, 'configure'> & { configure(): void } {
  const usable = createUsableSettings({
    settings: deps.settings.current,
    onTimeout: metrics.regexTimedOut,
    onExcluded(owner, faults) {
      metrics.regexExcluded(owner)
      configure()
      deps.onRegexExcluded(owner, faults)
    },
  })
  const size = deps.workers ?? Math.max(1, availableParallelism() - 1)
  const pool = createWorkerPool({ ...deps, size, onRegexTimeout: usable.timedOut })
  const configure = () => pool.configure(usable.current())
  configure()
  return { ...pool, configure }
}

function registerBufferGauges({ metrics, journal }: ProcessingDeps, underway: Underway, depth: () => number): void {
  const buffers = 'org.graylog2.buffers'
  for (const side of ['input', 'process', 'output']) metrics.gauge(`${buffers}.${side}.size`, () => BUFFER_ENTRIES)
  metrics.gauge(`${buffers}.input.usage`, () => journal.figures().unflushedEntries)
  metrics.gauge(`${buffers}.process.usage`, underway.unanswered)
  metrics.gauge(`${buffers}.output.usage`, depth)
}
