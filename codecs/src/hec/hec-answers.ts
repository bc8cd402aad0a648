/** Responses of the HTTP Event Collector: a status, and a body with Splunk's code. */
import { textOf } from '../text-of.ts'
import { type HecEvent, hecEvents } from './hec-events.ts'

export interface HecAnswer {
  readonly status: number
  readonly body: { readonly text: string; readonly code: number; readonly 'invalid-event-number'?: number }
}

export const HEC_SUCCESS: HecAnswer = answer(200, 'Success', 0)
export const HEC_TOKEN_REQUIRED: HecAnswer = answer(401, 'Token is required', 2)
export const HEC_INVALID_TOKEN: HecAnswer = answer(403, 'Invalid token', 4)
export const HEC_NO_DATA: HecAnswer = answer(400, 'No data', 5)
export const HEC_SERVER_BUSY: HecAnswer = answer(503, 'Server is busy', 9)
export const HEC_HEALTHY: HecAnswer = answer(200, 'HEC is healthy', 17)

/** The response to a request with events, as decoding will see them. Only if it is a success may they be stored. */
export function checkHecEvents(body: Uint8Array): HecAnswer {
  const events = hecEvents(textOf(body))
  if (events.length === 0) return HEC_NO_DATA
  for (const [number, event] of events.entries()) if (!event.ok) return refusal(event.reason, number)
  return HEC_SUCCESS
}

function refusal(reason: Extract<HecEvent, { ok: false }>['reason'], number: number): HecAnswer {
  switch (reason) {
    case 'not-a-json-object':
      return answer(400, 'Invalid data format', 6, number)
    case 'event-missing':
      return answer(400, 'Event field is required', 12, number)
    case 'event-blank':
      return answer(400, 'Event field cannot be blank', 13, number)
    case 'too-many-events':
      return answer(413, 'Request entity too large', 27)
    default:
      return reason satisfies never
  }
}

function answer(status: number, text: string, code: number, number?: number): HecAnswer {
  return { status, body: number === undefined ? { text, code } : { text, code, 'invalid-event-number': number } }
}
