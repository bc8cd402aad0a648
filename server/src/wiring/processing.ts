/**
 * Wires processing: it reads the journal, works by the settings of streams, outputs, inputs and index sets, and stores
 * messages and their fields.
 */
import { hostname } from 'node:os'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { createFields, type Fields } from '../fields/fields.ts'
import { failureRoutes } from '../ingest/failures/failure-routes.ts'
import { createFailureService } from '../ingest/failures/failure-service.ts'
import { indexerFailureRoutes } from '../ingest/failures/indexer-failure-routes.ts'
import type { Inputs } from '../ingest/inputs/inputs.ts'
import type { Journal } from '../ingest/journal/journal.ts'
import type { Outputs } from '../outputs/outputs.ts'
import { createProcessing, type Processing } from '../processing/processing.ts'
import { processingRoutes } from '../processing/processing-routes.ts'
import { createProcessingStatuses } from '../processing/processing-status.ts'
import { MESSAGE_FILTER_CHAIN, type ProcessingSettings } from '../processing/settings/processing-settings.ts'
import { indexCollection } from '../store/index-sets/index-set-store.ts'
import type { IndexSets } from '../store/index-sets/index-sets.ts'
import type { Streams } from '../streams/stream-service.ts'
import type { Foundation, WiredFlow } from './area.ts'
import type { Ingest } from './ingest.ts'

export interface ProcessingFlow extends WiredFlow, AsyncDisposable {
  readonly fields: Fields
  /** Resolves once every message that is being processed now is stored. */
  settled(): Promise<void>
  /** How many workers there are. */
  workerCount(): number
}

export async function createProcessingFlow(deps: Foundation & { readonly ingest: Ingest }): Promise<ProcessingFlow> {
  const { config, settings, engine, cluster, metrics, throughput, clock, ids } = deps
  const { indexSets, streams, outputs, journal, failures, inputs } = deps.ingest
  const logOf = (subject: string) => deps.log.child({ subject })
  await using starting = new AsyncDisposableStack()

  const fields = starting.use(
    await createFields({
      settings,
      engine,
      metrics,
      clock,
      log: logOf('fields'),
      lookup: indexSets.lookup,
      onIndicesChange: (listener) => settings.onChange(indexCollection.name, listener),
      streams: {
        list: streams.list,
        get: streams.get,
        exists: async (id) => (await streams.list()).some((stream) => stream.id === id),
        onChange: streams.onChange,
      },
      inputs: {
        get: inputs.service.get,
        exists: async (id) => (await inputs.service.list()).some((input) => input.id === id),
        onChange: inputs.onChange,
      },
    }),
  )
  const snapshots = createSnapshots({ indexSets, streams: streams, outputs, inputs, journal })
  const processing = starting.use(
    createProcessing({
      journal,
      engine,
      failures,
      fields: fields.messages,
      tails: deps.tails,
      toOutputs: outputs.stored,
      settings: snapshots.current,
      onSettingsChange: snapshots.onChange,
      lifecycle: cluster.lifecycle,
      metrics,
      throughput,
      clock,
      ids,
      log: logOf('processing'),
      nodeId: cluster.nodeId,
      codecsModule: new URL('../ingest/inputs/codecs.ts', import.meta.url).href,
      ...(config.LOGYARD_WORKERS === 0 ? {} : { workers: config.LOGYARD_WORKERS }),
      onStreamFaulty: (id, faults) => void streams.pauseFaulty(id, faults),
    }),
  )
  snapshots.follow(processing)
  const failureService = createFailureService({ failures, replay: processing.replay, originOf: inputs.originOf })
  const statuses = starting.use(
    createProcessingStatuses({ processing, settings, clock, log: logOf('processing'), nodeId: cluster.nodeId }),
  )

  const running = starting.move()
  return {
    fields,
    settled: processing.settled,
    workerCount: () => processing.inHand().length,
    routes(api) {
      indexerFailureRoutes(api, { failures, timeZone: config.LOGYARD_TIMEZONE })
      failureRoutes(api, {
        failures,
        service: failureService,
        titleOf: inputs.titleOf,
        timeZone: config.LOGYARD_TIMEZONE,
        clock,
      })
      fields.routes(api)
      processingRoutes(api, { processing, statuses, nodes: cluster.nodes, nodeId: cluster.nodeId })
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** What processing works by, as of the last change of anything that it depends on. */
function createSnapshots(from: {
  readonly indexSets: IndexSets
  readonly streams: Streams
  readonly outputs: Outputs
  readonly inputs: Inputs
  readonly journal: Journal
}) {
  const { indexSets, streams, outputs, inputs, journal } = from
  // What an earlier life stored is looked for before it is stored again, and nobody finds it in an index that is closed.
  const replaying = indexSets.targets.holdAll()
  journal.noted(journal.replayEndOffset).then(
    () => replaying[Symbol.dispose](),
    () => undefined,
  )
  let held = indexSets.targets.hold()
  let processing: Processing | undefined

  const snapshot = (): ProcessingSettings => {
    const routing = streams.routing()
    const standard = routing.find(({ id }) => id === DEFAULT_STREAM_ID)
    if (standard === undefined) throw new Error('there is no default stream')
    return {
      streams: routing.filter(({ id }) => id !== DEFAULT_STREAM_ID),
      outputGroups: outputs.groups(),
      forwarder: hostname(),
      defaultIndexSetId: standard.indexSetId,
      staticFields: Object.fromEntries(inputs.staticFields()),
      indexTargets: Object.fromEntries(held.targets),
      analyzers: Object.fromEntries(held.analyzers),
      processors: [MESSAGE_FILTER_CHAIN],
    }
  }
  let current = snapshot()

  /** An index stays open until the last message that was routed to it is stored, and no life after this one repeats it. */
  function renew(): void {
    const before = held
    held = indexSets.targets.hold()
    current = snapshot()
    const release = () => before[Symbol.dispose]()
    if (processing === undefined) release()
    else {
      const stored = processing.settled().then(() => journal.noted(journal.committedOffset))
      stored.then(release, release)
    }
  }
  return {
    current: () => current,
    onChange(listener: () => void): Disposable {
      const changed = () => {
        renew()
        listener()
      }
      const listening = new DisposableStack()
      listening.use(streams.onChange(changed))
      listening.use(outputs.onChange(changed))
      listening.use(inputs.onChange(changed))
      listening.use(indexSets.targets.onChange(changed))
      return listening
    },
    follow(running: Processing) {
      processing = running
    },
  }
}
