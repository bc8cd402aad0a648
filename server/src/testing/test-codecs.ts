/** Codecs that are simple enough to see what processing adds: `lines` is a text, `values` is what a codec answers. */
import type { Codec, DecodedMessage } from '@logyard/codecs/codec'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const NUMBER = /^number (\d+)/

const lines: Codec = {
  id: 'lines',
  name: 'Lines',
  configuration: {},
  create:
    ({ lenient }) =>
    (raw) => {
      const text = Buffer.from(raw.payload).toString()
      if (text.startsWith('!') && lenient !== true) return { ok: false, reason: 'marked', detail: `Refused ${text}` }
      if (text.startsWith('crash')) process.exit(7)
      const number = NUMBER.exec(text)?.[1]
      const fields: Record<string, number> = number === undefined ? {} : { number: Number(number) }
      const message = { timestampMs: raw.receivedAtMs, source: 'test', message: text, fields }
      return { ok: true, messages: [message] }
    },
}

const Message = Type.Unsafe<DecodedMessage>(Type.Object({ message: Type.String() }))

/** The payload is a message as JSON text; `{"$bigint": "17"}` stands for a bigint. */
const values: Codec = {
  id: 'values',
  name: 'Values',
  configuration: {},
  create: () => (raw) => {
    const revive = (_key: string, value: unknown) =>
      typeof value === 'object' && value !== null && '$bigint' in value ? BigInt(String(value.$bigint)) : value
    const message: unknown = JSON.parse(`${Buffer.from(raw.payload)}`, revive)
    return Value.Check(Message, message)
      ? { ok: true, messages: [message] }
      : { ok: false, reason: 'no-message', detail: 'The test sent no message' }
  },
}

export const codecs: readonly Codec[] = [lines, values]
export const createCodecs = () => ({ lines, values })
