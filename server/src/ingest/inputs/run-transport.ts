/** Runs the transport of an input with its intake and metrics: in the thread of the input, or here in tests. */
import { createGelfChunks } from '@logyard/codecs/gelf/gelf-chunks'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { JournalOfInputs, Origin } from '../journal/journal.ts'
import { watchGelfChunks } from './gelf-chunk-metrics.ts'
import { createInputMetrics, type MetricsOfInputs } from './input-metrics.ts'
import type { Throttle } from './throttle.ts'
import type { ConnectionRoom } from './transports/connection-room.ts'
import { createConnectionSigns, type SeenSign } from './transports/connection-signs.ts'
import { createInputFiles } from './transports/input-files.ts'
import { createIntake } from './transports/intake.ts'
import type { Transport, TransportDeps } from './transports/transport.ts'
import { loadTransport, type TransportChoice } from './transports/transports.ts'

/** Plain data, because it is posted to the thread of the input. */
export interface TransportRun {
  readonly inputId: string
  /** The type of the input. */
  readonly type: string
  readonly transport: TransportChoice
  readonly configuration: InputConfiguration
  /** The configuration may name files below these; any file if there are none. */
  readonly fileFolders: readonly string[]
  /** Journaled with each raw message. */
  readonly origin: Origin
}

/** What a transport needs of the node. */
export interface TransportHost extends Pick<TransportDeps, 'onFailure' | 'onTrouble'> {
  readonly journal: JournalOfInputs
  readonly metrics: MetricsOfInputs
  readonly throttle: Pick<Throttle, 'isThrottled' | 'isProcessing'>
  readonly room: ConnectionRoom
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  /** Called when a sender did something wrong. */
  readonly onSign?: () => void
}

export interface RunningTransport extends Transport {
  /** The mistakes of senders since the start. */
  signs(): readonly SeenSign[]
}

export type RunTransport = (run: TransportRun, host: TransportHost) => Promise<RunningTransport>

export const runTransport: RunTransport = async (run, host) => {
  const { inputId, type, configuration, origin } = run
  const { journal, clock } = host
  await using starting = new AsyncDisposableStack()
  const metrics = starting.use(createInputMetrics({ metrics: host.metrics, type, inputId, clock }))
  const signs = createConnectionSigns(origin.codec, clock, host.onSign)
  const gelfChunks = createGelfChunks()
  starting.use(watchGelfChunks({ gelfChunks, metrics: host.metrics, clock }))
  const start = await loadTransport(run.transport)
  const transport = starting.use(
    await start({
      ...host,
      nodeId: origin.nodeId,
      inputId,
      configuration,
      files: createInputFiles(run.fileFolders),
      intake: createIntake({ journal, origin, metrics, clock }),
      metrics,
      gelfChunks,
      signs,
    }),
  )
  const running = starting.move()
  return {
    ...(transport.port === undefined ? {} : { port: transport.port }),
    signs: signs.list,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
