import type { FieldValue } from '@logyard/codecs/codec'
import {
  CONDITION_TYPES,
  CONVERTER_TYPES,
  CURSOR_STRATEGIES,
  EXTRACTOR_TYPES,
} from '@logyard/contract/extractors/extractors'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { createFieldSetter, undot } from '../../store/messages/normalise-fields.ts'
import { messageOf } from './testing/message-of.ts'
import recorded from './testing/recorded-extractors.json' with { type: 'json' }
import { testExtractor, UNTIMED } from './testing/test-extractor.ts'

/** An extractor of the reference server, alone on its own field of a message, and what came out. */
const Recorded = Type.Object({
  extractor_type: Type.Enum(EXTRACTOR_TYPES),
  cut_or_copy: Type.Enum(CURSOR_STRATEGIES),
  extractor_config: Type.Record(Type.String(), Type.Unknown()),
  converters: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  condition_type: Type.Optional(Type.Enum(CONDITION_TYPES)),
  condition_value: Type.Optional(Type.String()),
  source: Type.String(),
  fields: Type.Record(Type.String(), Type.Unknown()),
  source_after: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
const cases = Value.Parse(Type.Array(Recorded), recorded.cases)
/** Fields that converters name, over all cases; `source` and `message` are the messages' own. */
const { source: _source, message: _message, ...namedByConverters } = recorded.fields_named_by_their_own

const setField = createFieldSetter()
/** The recorder rounded numbers. */
const rounded = (value: FieldValue | undefined) => (typeof value === 'bigint' ? Number(value) : value)

function fieldsAfter(extractor: Static<typeof Recorded>): Map<string, unknown> {
  const { run } = testExtractor({
    type: extractor.extractor_type,
    cursorStrategy: extractor.cut_or_copy,
    config: extractor.extractor_config,
    converters: CONVERTER_TYPES.flatMap((type) => {
      const config = extractor.converters[type]
      return config === undefined ? [] : { type, config }
    }),
    conditionType: extractor.condition_type ?? 'none',
    conditionValue: extractor.condition_value ?? '',
  })
  const message = messageOf({})
  setField(message.fields, 'from', extractor.source)
  expect(run(message, UNTIMED)).toBeUndefined()
  undot(message.fields)
  return new Map(Array.from(message.fields, ([name, value]) => [name, rounded(value)]))
}

describe('extractors do what the reference server does', () => {
  const namedHere = new Map<string, unknown>()

  test.each(cases)('$extractor_type $extractor_config $converters on $source', (extractor) => {
    const fields = fieldsAfter(extractor)
    const expectedSource = extractor.source_after === undefined ? extractor.source : extractor.source_after
    expect(fields.get('from') ?? null).toBe(expectedSource)
    fields.delete('from')
    if ('csv' in extractor.converters || 'tokenizer' in extractor.converters) {
      for (const [name, value] of fields) if (name !== 'target') namedHere.set(name, value)
      for (const name of namedHere.keys()) fields.delete(name)
    }
    expect(Object.fromEntries(fields)).toEqual(extractor.fields)
  })

  test('converters add the same fields of their own', () => {
    expect(Object.fromEntries(namedHere)).toEqual(namedByConverters)
  })
})
