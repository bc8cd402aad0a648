import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import type { ConfiguredType } from '../configured/configured-type.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { OutputFormat } from '../processing/settings/processing-settings.ts'

/** Whole messages in order, each terminated by a NUL byte. */
export interface OutputMessages {
  readonly messages: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** An open connection to a receiver. Disposing flushes what was written. */
export interface OutputSink extends Disposable {
  /** False once the receiver has closed it. */
  isOpen(): boolean
  /**
   * Resolves when the messages are written, to the number of messages that were lost for good. Rejects if the sink is
   * broken: then the messages may be sent again through a new one.
   */
  send(messages: OutputMessages): Promise<number>
}

export interface SinkContext {
  readonly outputId: string
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Aborted when the output stops or restarts. */
  readonly signal: AbortSignal
}

export interface OutputType extends ConfiguredType {
  readonly format: OutputFormat
  /** Messages per write. */
  batchMessages(configuration: OutputConfiguration): number
  /** Delay before the first retry. */
  retryMs(configuration: OutputConfiguration): number
  open(configuration: OutputConfiguration, context: SinkContext): Promise<OutputSink>
}
