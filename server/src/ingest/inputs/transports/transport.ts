/** What carries bytes from senders to the journal: one for each way they come, started anew with each configuration. */
import type { GelfChunks } from '@logyard/codecs/gelf/gelf-chunks'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { InputMetrics } from '../input-metrics.ts'
import type { Throttle } from '../throttle.ts'
import type { ConnectionRoom } from './connection-room.ts'
import type { Intake } from './intake.ts'

export interface TransportDeps {
  readonly configuration: InputConfiguration
  readonly intake: Intake
  readonly metrics: InputMetrics
  /** Shared by all inputs of the node: a chunked message is known by its id alone. */
  readonly gelfChunks: GelfChunks
  readonly room: ConnectionRoom
  readonly throttle: Throttle
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  /** To be called when a transport that had started cannot go on. */
  readonly onFailure: (error: Error) => void
}

export interface Transport extends AsyncDisposable {
  /** Where it listens; absent for one that fetches. */
  readonly port?: number
}

/** Resolves once senders can connect; rejects with `InputFailure` when that cannot be. */
export type StartTransport = (deps: TransportDeps) => Promise<Transport>

/** Why an input cannot run, in words for the person who configured it. */
export class InputFailure extends Error {
  override readonly name = 'InputFailure'
}
