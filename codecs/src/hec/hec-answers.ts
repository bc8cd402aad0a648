/** What the HTTP Event Collector answers: a status and a body with a code that senders know. */
import { textOf } from '../text-of.ts'
import { type HecEvent, hecEvents } from './hec-events.ts'

export interface HecAnswer {
  readonly status: number
  readonly body: HecAnswerBody
}
export interface HecAnswerBody {
  readonly text: string
  readonly code: number
  readonly 'invalid-event-number'?: number
}

export const HEC_SUCCESS: HecAnswer = answer(200, 'Success', 0)
export const HEC_TOKEN_REQUIRED: HecAnswer = answer(401, 'Token is required', 2)
export const HEC_INVALID_TOKEN: HecAnswer = answer(403, 'Invalid token', 4)
export const HEC_NO_DATA: HecAnswer = answer(400, 'No data', 5)
export const HEC_SERVER_BUSY: HecAnswer = answer(503, 'Server is busy', 9)
export const HEC_HEALTHY: HecAnswer = answer(200, 'HEC is healthy', 17)

/** The answer to a request for events, from what decoding will make of it. Only a success may be taken. */
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
