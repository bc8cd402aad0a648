import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import type { ConfiguredType } from '../configured/configured-type.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { FetchChecked } from '../platform/outgoing/fetch-checked.ts'
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

/** The receiver refuses these messages, and would refuse them again. */
export class MessagesRefused extends Error {
  override readonly name = 'MessagesRefused'
}

/** HTTP addresses that users configured. */
export interface OutputRequests {
  readonly fetchChecked: FetchChecked
  /** Whether the URL whitelist has the address. */
  readonly isUrlAllowed: (url: string) => Promise<boolean>
}

export interface SinkContext extends OutputRequests {
  readonly outputId: string
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Aborted when the output stops or restarts. */
  readonly signal: AbortSignal
}

export interface BatchLimits {
  readonly messages: number
  /** A batch ends with the message that exceeds this size. */
  readonly bytes: number
}

export interface DeliverySettings {
  readonly batch: BatchLimits
  /** The time for which messages may wait for a whole batch. */
  readonly gatherMs: number
  /** Delay before the first retry. */
  readonly retryMs: number
  readonly writeLimitMs: number
}

export interface OutputType extends ConfiguredType {
  readonly format: OutputFormat
  /** Secrets are never answered, and stay when a change leaves them out; values out of bounds are refused. */
  readonly isStrict: boolean
  delivery(configuration: OutputConfiguration): DeliverySettings
  open(configuration: OutputConfiguration, context: SinkContext): Promise<OutputSink>
}
