import type { Codec, Decoded, DecodedMessage, PayloadVisitor, RawMessage } from '../codec.ts'
import { countSetting, numberField, overrideSourceField } from '../config-fields.ts'
import { isJsonObject, parseJson, parseJsonExactly } from '../json-text.ts'
import { textOf } from '../text-of.ts'
import { withSource } from '../with-source.ts'
import { createGelfDocuments } from './gelf-document.ts'
import { type GelfRefusal, gelfMessage } from './gelf-message.ts'
import { openGelf } from './gelf-payload.ts'
import { GelfValues, ROUNDED } from './gelf-values.ts'

const DECOMPRESS_SIZE_LIMIT = 8_388_608
/** The longest possible string. */
const MOST_DECOMPRESSED = 512 * 1024 * 1024 - 64

/** GELF 1.0 and 1.1: whole payloads, plain or compressed. `createGelfChunks` joins chunks first. */
export const gelfCodec: Codec = {
  id: 'gelf',
  name: 'GELF',
  configuration: {
    override_source: overrideSourceField,
    decompress_size_limit: numberField(
      {
        label: 'Decompressed size limit',
        description: 'Messages that are longer than this many bytes after decompression are dropped',
        isOptional: true,
      },
      DECOMPRESS_SIZE_LIMIT,
    ),
  },
  create: (configuration) => {
    const limit = Math.min(
      countSetting(configuration, 'decompress_size_limit', DECOMPRESS_SIZE_LIMIT),
      MOST_DECOMPRESSED,
    )
    const documentOf = createGelfDocuments()
    return withSource(configuration, (raw, visitor) => {
      const opened = openGelf(raw.payload, limit)
      if (!opened.ok) return opened
      return visitor?.take(documentOf(opened.document)) === true ? NO_MESSAGES : decode(raw, opened.document, visitor)
    })
  },
}

const DETAILS: Readonly<Record<GelfRefusal, string>> = {
  'host-invalid': 'host is not a text, or it is blank',
  'message-missing': 'There is neither short_message nor message',
  'message-invalid': 'short_message or message is not a text, or it is blank',
}

const NO_MESSAGES: Decoded = { ok: true, messages: [] }

function decode({ receivedAtMs }: RawMessage, document: Uint8Array, visitor: PayloadVisitor | undefined): Decoded {
  const message = read(textOf(document), receivedAtMs)
  if (message === 'not-json') return { ok: false, reason: message, detail: 'The payload is not a JSON object' }
  if (typeof message === 'string') return { ok: false, reason: message, detail: DETAILS[message] }
  if (visitor === undefined) return { ok: true, messages: [message] }
  visitor.message({ ...message, place: 0 })
  return NO_MESSAGES
}

function read(text: string, receivedAtMs: number): DecodedMessage | GelfRefusal | 'not-json' {
  const document = parseJson(text)
  if (!isJsonObject(document)) return 'not-json'
  const message = gelfMessage(document, new GelfValues(text, false), receivedAtMs)
  if (message !== ROUNDED) return message
  const exact = parseJsonExactly(text)
  if (!isJsonObject(exact)) return 'not-json'
  const again = gelfMessage(exact, new GelfValues(text, true), receivedAtMs)
  return again === ROUNDED ? 'not-json' : again
}
