/** Fields of patterns in content packs: by the texts of templates, whose hashes are the same on every server. */
import { hashOfTemplate } from '@logyard/languages/message-templates/template'
import type { Decoded } from '../../entities/codecs/codec.ts'
import { integer, text } from '../../entities/codecs/scalar-codecs.ts'
import { list, shape } from '../../entities/codecs/shape-codecs.ts'
import { entityInvalid } from '../../entities/entity-errors.ts'
import type { PackPart } from '../../entities/pack-part.ts'
import type { FieldTemplate, PatternFieldDefinition, StoredPatternField } from './pattern-field-store.ts'

const codec = shape({
  name: text,
  kind: text,
  unit: text,
  position: integer,
  templates: list(text),
})
export type PatternFieldData = Decoded<typeof codec>

export const patternFieldPack: PackPart<StoredPatternField, PatternFieldDefinition, string, PatternFieldData> = {
  type: { name: 'pattern_field', version: '1' },
  permissions: {
    // The texts of templates are texts of messages, of any stream.
    read: () => ['streams:read'],
    create: 'patternfields:create',
    edit: 'patternfields:create',
    delete: 'patternfields:delete',
  },
  codec,
  fieldsElsewhere: { text: 'templates', creator: 'nowhere', created_at: 'nowhere' },
  dataOf: ({ name, kind, unit, position, templates }) => ({
    ...{ name, kind, unit, position },
    templates: templates.map((one) => one.text),
  }),
  standsFor: (stored, data) =>
    stored.name === data.name &&
    stored.kind === data.kind &&
    stored.unit === data.unit &&
    stored.position === data.position &&
    stored.templates.map((one) => one.text).join('\0') === data.templates.join('\0'),
  draftOf: ({ name, kind, unit, position, templates }) => ({
    ...{ name, unit, position },
    kind: kindOf(kind),
    templates: templates.map(templateWith),
  }),
  by: ({ caller }) => caller.username,
}

function kindOf(kind: string): StoredPatternField['kind'] {
  if (kind === 'number' || kind === 'text') return kind
  throw entityInvalid('kind', 'is neither number nor text')
}

function templateWith(template: string): FieldTemplate {
  const { high, low } = hashOfTemplate(template)
  return { hash: String((BigInt(high) << 32n) | BigInt(low)), text: template }
}
