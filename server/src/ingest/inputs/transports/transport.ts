/** A transport appends what senders send to the journal. A new one is started for each change of configuration. */
import type { GelfChunks } from '@logyard/codecs/gelf/gelf-chunks'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { InputMetrics } from '../input-metrics.ts'
import type { Throttle } from '../throttle.ts'
import type { ConnectionRoom } from './connection-room.ts'
import type { ConnectionSigns } from './connection-signs.ts'
import type { Intake } from './intake.ts'

/** Reads the files that a configuration names; a failure is an `InputFailure`. */
export interface InputFiles {
  /** `what` begins the sentence of the error. */
  read(path: string, what: string): Promise<Buffer>
  /** The paths of the files of a folder, or the path of a file. */
  list(path: string, what: string): Promise<readonly string[]>
  exists(path: string, what: string): Promise<boolean>
}

export interface TransportDeps {
  readonly nodeId: string
  readonly inputId: string
  readonly configuration: InputConfiguration
  /** The files that the configuration names. */
  readonly files: InputFiles
  readonly intake: Intake
  readonly metrics: InputMetrics
  /** The incomplete chunked messages of this input. */
  readonly gelfChunks: GelfChunks
  readonly room: ConnectionRoom
  /** What senders do wrong, for the input's diagnosis. */
  readonly signs: ConnectionSigns
  readonly throttle: Pick<Throttle, 'isThrottled' | 'isProcessing'>
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  /** Call when a running transport fails. */
  readonly onFailure: (error: Error) => void
  /** Tells users what keeps a running transport from receiving, in words; undefined when it receives again. */
  readonly onTrouble: (trouble: string | undefined) => void
}

export interface Transport extends AsyncDisposable {
  /** Absent if the transport does not listen. */
  readonly port?: number
}

/** Resolves once senders can connect; rejects with `InputFailure` if it cannot start. */
export type StartTransport = (deps: TransportDeps) => Promise<Transport>

/** Why an input cannot run, for the user who configured it. */
export class InputFailure extends Error {
  override readonly name = 'InputFailure'
  /** The start is retried: the cause is outside of Logyard, such as a broker that is not running yet. */
  readonly isTemporary: boolean

  constructor(message: string, { isTemporary = false, ...options }: ErrorOptions & { isTemporary?: boolean } = {}) {
    super(message, options)
    this.isTemporary = isTemporary
  }
}
