/** The link to a search for the messages around a message. */
import type { MessageHit } from '@logyard/contract/search/search-results'
import { escapeFieldName } from '@logyard/languages/query/escape-value'
import { periodSeconds } from '../../ui/time/iso-period.ts'

const quoted = (value: unknown) => `"${String(value).replace(/["\\]/g, '\\$&')}"`

export interface SurroundingParameters {
  readonly rangetype: 'absolute'
  readonly from: string
  readonly to: string
  readonly q: string
  readonly highlightMessage: string
}

/** `period` before and after the message, with the same values in those of the fields that the message has. */
export function surroundingParameters(
  { message }: MessageHit,
  period: string,
  fields: readonly string[],
): SurroundingParameters {
  const atMs = Date.parse(message.timestamp)
  const aroundMs = (periodSeconds(period) ?? 0) * 1000
  const terms = fields.flatMap((field) => {
    const value = message[field]
    return value === undefined || value === null ? [] : [`${escapeFieldName(field)}:${quoted(value)}`]
  })
  return {
    rangetype: 'absolute',
    from: new Date(atMs - aroundMs).toISOString(),
    to: new Date(atMs + aroundMs).toISOString(),
    q: terms.join(' AND '),
    highlightMessage: message._id,
  }
}
