/** Fields as clients see them: each name once, with its type over all indices. */

import type { PatternField } from '@logyard/contract/fields/pattern-fields'
import type { FieldType, MappedFieldType } from '@logyard/contract/fields/search-fields'
import { FIELD } from '@logyard/contract/messages/message-fields'
import { type FieldKind, kindsOf } from './field-forms.ts'

type Property = FieldType['properties'][number]

const PROPERTIES: Readonly<Record<FieldKind, readonly Property[]>> = {
  string: ['enumerable'],
  date: ['enumerable'],
  long: ['numeric', 'enumerable'],
  double: ['numeric', 'enumerable'],
  boolean: ['enumerable'],
}

const typeOf = (type: string, properties: readonly Property[]): FieldType => ({
  type,
  properties: [...properties],
  index_names: [],
})

const TEXT = typeOf('string', ['full-text-search'])
const KEYWORD = typeOf('string', PROPERTIES.string)
const DATE = typeOf('date', PROPERTIES.date)
const LONG = typeOf('long', PROPERTIES.long)

/** Fields that the server sets. */
const OWN_FIELDS: readonly MappedFieldType[] = [
  { name: FIELD.message, type: TEXT },
  { name: FIELD.fullMessage, type: TEXT },
  { name: FIELD.source, type: TEXT },
  { name: FIELD.timestamp, type: DATE },
  { name: FIELD.streams, type: KEYWORD },
  { name: FIELD.sourceInput, type: KEYWORD },
  { name: FIELD.sourceNode, type: KEYWORD },
  { name: FIELD.remoteIp, type: KEYWORD },
  { name: FIELD.remotePort, type: LONG },
  { name: FIELD.messageId, type: KEYWORD },
  { name: FIELD.accountedSize, type: LONG },
  { name: 'gl2_receive_timestamp', type: DATE },
  { name: 'gl2_processing_timestamp', type: DATE },
]
const OWN_NAMES: ReadonlySet<string> = new Set(OWN_FIELDS.map(({ name }) => name))

/** Sorted by name. `forms` has the forms of each field, one number per index. */
export function mappedFields(
  forms: ReadonlyMap<string, readonly number[]>,
  patternFields: readonly Pick<PatternField, 'name' | 'kind'>[] = [],
): readonly MappedFieldType[] {
  const computed = patternFields
    .filter(({ name }) => !forms.has(name))
    .map(({ name, kind }) => ({ name, type: kind === 'number' ? typeOf('double', PROPERTIES.double) : KEYWORD }))
  const others = [...forms]
    .filter(([name]) => !OWN_NAMES.has(name))
    .map(([name, ofIndices]) => ({ name, type: typeOfForms(ofIndices) }))
  return [...OWN_FIELDS, ...others, ...computed].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

function typeOfForms(ofIndices: readonly number[]): FieldType {
  const kinds = [...new Set(ofIndices.flatMap(kindsOf))].sort()
  const [only] = kinds
  if (only !== undefined && kinds.length === 1) return typeOf(only, PROPERTIES[only])
  const common = kinds
    .map((kind) => PROPERTIES[kind])
    .reduce((shared, properties) => shared.filter((property) => properties.includes(property)))
  return typeOf(`compound(${kinds.join(',')})`, [...common, 'compound'])
}
