import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createLifecycle } from '../cluster/lifecycle.ts'
import type { Failures } from '../ingest/failures/failures.ts'
import { openFailures } from '../ingest/failures/lmdb-failures.ts'
import type { Journal } from '../ingest/journal/journal.ts'
import { type JournalOptions, openJournal } from '../ingest/journal/lmdb-journal.ts'
import { createLiveTails } from '../live/live-tails.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { createThroughput } from '../metrics/throughput.ts'
import { systemClock } from '../platform/clock.ts'
import { createIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { createMessageFilters } from '../processing/filters/message-filters.ts'
import { createProcessing, type Processing, type ProcessingDeps } from '../processing/processing.ts'
import type { ProcessingSettings } from '../processing/settings/processing-settings.ts'
import type { ApplySettings } from '../processing/settings/settings-hub.ts'
import type { Engine } from '../store/engine/engine.ts'
import { testOrigin } from './journal-messages.ts'
import { noLookups } from './lookup/no-lookups.ts'
import { testSettings } from './processing-settings.ts'

export interface ProcessingUnderTest extends AsyncDisposable {
  readonly journal: Journal
  readonly processing: Processing
  readonly failures: Failures
  readonly metrics: Metrics
  readonly faultyStreams: readonly string[]
  change(settings: ProcessingSettings): void
}

export interface ProcessingTestOptions {
  readonly folder: string
  readonly engine: Engine
  readonly settings?: ProcessingSettings
  readonly journal?: Partial<JournalOptions>
  readonly deps?: Partial<ProcessingDeps>
}

const CODECS = pathToFileURL(join(import.meta.dirname, 'test-codecs.ts')).href

/** Journal, worker threads and store over a real engine, connected as in the server. */
export function startProcessing(options: ProcessingTestOptions): ProcessingUnderTest {
  const clock = systemClock
  const log = createLog('off')
  const stack = new AsyncDisposableStack()
  const journal = stack.use(openJournal({ folder: join(options.folder, 'journal'), clock, log, ...options.journal }))
  const failures = stack.use(openFailures({ folder: join(options.folder, 'failures'), clock }))
  const metrics = stack.use(createMetrics(clock))
  const throughput = stack.use(createThroughput({ metrics, clock }))
  const lifecycle = createLifecycle()
  lifecycle.enter('running')
  let settings = options.settings ?? testSettings()
  const followers = new Set<ApplySettings>()
  const faultyStreams: string[] = []
  const processing = stack.use(
    createProcessing({
      journal,
      engine: options.engine,
      failures,
      fields: { note: async () => [], countValues: () => undefined },
      tails: stack.use(createLiveTails({ clock })),
      filters: createMessageFilters(),
      toOutputs: async () => undefined,
      settings: {
        current: () => settings,
        follow(apply) {
          followers.add(apply)
          return { [Symbol.dispose]: () => void followers.delete(apply) }
        },
      },
      lifecycle,
      metrics,
      throughput,
      clock,
      ids: createIds(clock.now),
      log,
      nodeId: testOrigin.nodeId,
      activeNodes: () => 1,
      codecsModule: CODECS,
      lookups: noLookups(),
      workers: 1,
      extractors: { ran: () => undefined, timedOut: () => undefined },
      pipelines: { ran: () => undefined, timedOut: () => undefined },
      onRegexExcluded: ({ id }) => void faultyStreams.push(id),
      ...options.deps,
    }),
  )
  return {
    journal,
    processing,
    failures,
    metrics,
    faultyStreams,
    change(next) {
      settings = next
      for (const apply of followers) apply(next).catch(() => undefined)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
