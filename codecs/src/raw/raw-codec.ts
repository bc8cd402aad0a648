import type { Codec } from '../codec.ts'
import { overrideSourceField } from '../config-fields.ts'
import { FieldMap } from '../field-map.ts'
import { textOf } from '../text-of.ts'
import { withSource } from '../with-source.ts'

/** The payload is the message. */
export const rawCodec: Codec = {
  id: 'raw',
  name: 'Raw String',
  configuration: { override_source: overrideSourceField },
  create: (configuration) =>
    withSource(configuration, ({ payload, receivedAtMs }) => ({
      ok: true,
      messages: [{ timestampMs: receivedAtMs, source: '', message: textOf(payload), fields: new FieldMap() }],
    })),
}
