import type { Decoded, RawMessage } from '../codec.ts'
import { FieldMap } from '../field-map.ts'
import { textOf } from '../text-of.ts'
import { sourcedCodec } from '../with-source.ts'
import { parseRandomHttpState, RESOURCES } from './random-http-state.ts'

/** Decodes the payloads of `createRandomHttpGenerator`. */
export const randomHttpCodec = sourcedCodec('random-http-msg', 'Random HTTP Message', decode)

function decode({ payload }: RawMessage): Decoded {
  const state = parseRandomHttpState(textOf(payload))
  if (state === undefined) return { ok: false, reason: 'not-generated', detail: 'The generator makes no such payload' }
  const { source, timeMs, method, resource, status, tookMs } = state
  const time = new Date(timeMs)
  const fields = new FieldMap()
  fields['http_method'] = method
  fields['http_response_code'] = status
  fields['resource'] = resource
  if (Object.hasOwn(RESOURCES, resource)) {
    fields['controller'] = RESOURCES[resource]?.controller ?? ''
    fields['action'] = RESOURCES[resource]?.action ?? ''
  }
  fields['user_id'] = state.userId
  fields['took_ms'] = tookMs
  fields['ticks'] = state.ticks
  fields['ingest_time'] = time.toISOString()
  fields['ingest_time_epoch'] = timeMs
  fields['ingest_time_second'] = time.getUTCSeconds()
  fields['ingest_time_minute'] = time.getUTCMinutes()
  fields['ingest_time_hour'] = time.getUTCHours()
  fields['ingest_time_day'] = time.getUTCDate()
  fields['ingest_time_month'] = time.getUTCMonth() + 1
  fields['ingest_time_year'] = time.getUTCFullYear()
  const message = `${time.toISOString()} ${method} ${resource} [${status}] ${tookMs}ms`
  return { ok: true, messages: [{ timestampMs: timeMs, source, message, fields }] }
}
