import { parseDocument } from '../batch/parse-document.ts'
import { isJsonObject, type JsonObject } from '../json-text.ts'
import { splitJson } from './split-json.ts'

/** One event of a request, or why it is invalid. */
export type HecEvent =
  | { readonly ok: true; readonly event: JsonObject }
  | { readonly ok: false; readonly reason: 'not-a-json-object' | 'event-missing' | 'event-blank' | 'too-many-events' }

/** Far more than senders put into a request. */
const MAX_EVENTS = 100_000

/** The events of a request to `/services/collector/event`: concatenated objects, or lists of them. */
export function hecEvents(text: string): readonly HecEvent[] {
  const events: HecEvent[] = []
  for (const piece of splitJson(text, MAX_EVENTS + 1)) {
    const value = parseDocument(piece)
    for (const item of Array.isArray(value) ? value : [value]) {
      if (events.length === MAX_EVENTS) return [...events, { ok: false, reason: 'too-many-events' }]
      events.push(readEvent(item))
    }
  }
  return events
}

function readEvent(value: unknown): HecEvent {
  if (!isJsonObject(value)) return { ok: false, reason: 'not-a-json-object' }
  const { event } = value
  if (event === undefined || event === null) return { ok: false, reason: 'event-missing' }
  return typeof event === 'string' && event.trim() === ''
    ? { ok: false, reason: 'event-blank' }
    : { ok: true, event: value }
}
