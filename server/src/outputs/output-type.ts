import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import type { ConfiguredType } from '../configured/configured-type.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { OutputFormat } from '../processing/settings/processing-settings.ts'

/** Whole messages in their order, each ending with a NUL byte. */
export interface OutputMessages {
  readonly messages: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Where messages go once it is open; disposing it leaves nothing behind that was not written. */
export interface OutputSink extends Disposable {
  /** False once the other side has ended it. */
  isOpen(): boolean
  /**
   * Resolves when the messages are written, with the number of those that can not be, now or later. Rejects when
   * the sink is of no use any more: then they may be written again to another one.
   */
  send(messages: OutputMessages): Promise<number>
}

export interface SinkContext {
  readonly outputId: string
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** The output is to end, or to begin anew. */
  readonly signal: AbortSignal
}

export interface OutputType extends ConfiguredType {
  readonly format: OutputFormat
  /** How many messages are written at a time. */
  pieceMessages(configuration: OutputConfiguration): number
  /** How long to wait before a first retry. */
  retryMs(configuration: OutputConfiguration): number
  open(configuration: OutputConfiguration, context: SinkContext): Promise<OutputSink>
}
