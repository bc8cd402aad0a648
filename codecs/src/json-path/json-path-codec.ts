import type { Codec, Decoded, FieldValue, RawMessage } from '../codec.ts'
import { type Configuration, overrideSourceField, textField, textSetting } from '../config-fields.ts'
import { FieldMap } from '../field-map.ts'
import { jsonText, parseJsonExactly, wholeNumber } from '../json-text.ts'
import { textOf } from '../text-of.ts'
import { withSource } from '../with-source.ts'
import { firstAt, isDefinite, parseJsonPath } from './json-path.ts'

const PATH = '$.store.book[1].number_of_orders'
const SOURCE = 'yourapi'
const MOST_VISITED = 1_000_000
const SHOWN_CHARACTERS = 50

/** Extracts one value of a fetched JSON document. */
export const jsonPathCodec: Codec = {
  id: 'jsonpath',
  name: 'JSON Path',
  configuration: {
    override_source: overrideSourceField,
    path: textField(
      {
        label: 'JSON path of data to extract',
        description: 'Names the value that becomes the field result',
        isOptional: false,
      },
      PATH,
    ),
    source: textField({ label: 'Message source', description: 'Value of the source field', isOptional: false }, SOURCE),
  },
  create: (configuration) => withSource(configuration, createDecode(configuration)),
}

function createDecode(configuration: Configuration) {
  const path = textSetting(configuration, 'path') ?? PATH
  const source = textSetting(configuration, 'source') ?? SOURCE
  const steps = parseJsonPath(path)
  return ({ payload, receivedAtMs }: RawMessage): Decoded => {
    if (steps === undefined) return { ok: false, reason: 'bad-path', detail: `${path} is not a valid JSON path` }
    const document = parseJsonExactly(textOf(payload))
    if (document === undefined) return { ok: false, reason: 'not-json', detail: 'The answer is not JSON' }
    const found = firstAt(document, steps, MOST_VISITED)
    const result = fieldValue(isDefinite(steps) && Array.isArray(found) ? found[0] : found)
    if (result === undefined) return { ok: false, reason: 'nothing-found', detail: `No value at ${path}` }
    const fields = new FieldMap()
    fields['result'] = result
    const shown = Array.from(String(result).slice(0, 2 * SHOWN_CHARACTERS))
      .slice(0, SHOWN_CHARACTERS)
      .join('')
    const message = `JSON API poll result: ${path} -> ${shown}`
    return { ok: true, messages: [{ timestampMs: receivedAtMs, source, message, fields }] }
  }
}

/** Numbers stay numbers, everything else becomes text. */
function fieldValue(value: unknown): FieldValue | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' || typeof value === 'string') return value
  return typeof value === 'boolean' ? String(value) : (wholeNumber(value) ?? jsonText(value))
}
