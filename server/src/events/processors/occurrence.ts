/** An event of a condition that looks at several messages at once. */
import type { EvaluationInput, EventRange, FoundEvent } from '../event-processor.ts'
import { NODE_NAME } from '../stored/event-store.ts'

export interface Occurrence {
  /** Names it within its definition; JSON values. */
  readonly name: readonly unknown[]
  readonly timestampMs: number
  readonly timerange: EventRange
  /** What the message says after the title of the definition. */
  readonly text: string
  readonly group: readonly string[]
  readonly sourceStreams: readonly string[]
  /** What templates find in `source` besides the usual. */
  readonly source: Readonly<Record<string, unknown>>
}

export function foundEvent(
  { definition }: Pick<EvaluationInput<unknown>, 'definition'>,
  { name, text, source, ...occurrence }: Occurrence,
): FoundEvent {
  const { timestampMs } = occurrence
  const message = `${definition.title}: ${text}`
  return {
    ...occurrence,
    occurrence: JSON.stringify(name),
    message,
    originContext: null,
    source: { ...source, message, source: NODE_NAME, timestamp: new Date(timestampMs).toISOString() },
  }
}

/** Values of the fields that a condition groups by, by their names. */
export const groupFields = (fields: readonly string[], key: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.map((field, place) => [field, key[place]]))

/** `bob|web-1 - `, or nothing without groups. */
export const groupText = (key: readonly string[]): string => (key.length === 0 ? '' : `${key.join('|')} - `)
