/** What the main thread and the thread of an input say to each other. */
import type { LineLevel } from '@logyard/contract/logging/log-levels'
import type { TransportRun } from '../run-transport.ts'
import type { RoomMemory } from '../shared-room.ts'
import type { SeenSign } from '../transports/connection-signs.ts'
import type { MetricChange } from './forwarded-metrics.ts'

export interface InputThreadData {
  readonly run: TransportRun
  readonly gauge: SharedArrayBuffer
  readonly room: RoomMemory
}

/** Messages in the format of a block of the journal, and what was counted before them. */
export interface Delivery {
  readonly metrics: readonly MetricChange[]
  /** Undefined if there are no new ones. */
  readonly signs: readonly SeenSign[] | undefined
  readonly block: Uint8Array<ArrayBuffer> | undefined
  /** Counts the deliveries of this thread. */
  readonly number: number
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly port: number | undefined }
  /** As `InputFailure`. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isTemporary: boolean }

export interface LogLine {
  readonly level: LineLevel
  readonly text: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** Functions of the thread. */
export type InputThreadCalls = {
  readonly start: (input: undefined) => Promise<StartOutcome>
  readonly stop: (input: undefined) => Promise<void>
  /** The messages of all deliveries up to this number are on the disk. */
  readonly flushed: (number: number) => void
}

/** Functions of the main thread. */
export type InputOwnerCalls = {
  readonly deliver: (delivery: Delivery) => void
  readonly failed: (reason: string) => void
  readonly trouble: (text: string | undefined) => void
  readonly log: (line: LogLine) => void
}
