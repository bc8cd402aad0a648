/** The kind of fields of patterns. */
import { MAX_PATTERN_FIELDS, PATTERN_FIELD_NAME } from '@logyard/contract/fields/pattern-fields'
import { isInternalName, SERVER_FIELDS, UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { MAX_PATTERN_HASHES } from '@logyard/contract/search/patterns'
import { MAX_TEMPLATE_LENGTH } from '@logyard/languages/message-templates/template'
import { unifyTemplates } from '@logyard/languages/message-templates/unify-templates'
import { COLUMN_FIELDS } from '@logyard/languages/query-sql/message-field'
import { entityKind, type KindDeps } from '../../entities/entity-kind.ts'
import type { Kind } from '../../entities/kind.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import { partPatternsOf } from './part-patterns-of.ts'
import {
  patternChanged,
  patternFieldNameRefused,
  patternFieldNameTaken,
  patternFieldNotFound,
  patternTooLong,
  tooManyPatternFields,
} from './pattern-field-errors.ts'
import { type PatternFieldData, patternFieldPack } from './pattern-field-pack.ts'
import { type PatternFieldDefinition, patternFieldCollection, type StoredPatternField } from './pattern-field-store.ts'

/** The name of the user who makes the change. */
type Maker = string
export type PatternFieldsKind = Kind<StoredPatternField, PatternFieldDefinition, Maker>

/** Text behind the numbers of a variable part. */
const UNIT = /^[a-zA-Z%]{0,3}$/
const NAME = new RegExp(PATTERN_FIELD_NAME)
const RESERVED = new Set<string>([...UNSETTABLE_FIELDS, ...SERVER_FIELDS, ...COLUMN_FIELDS])

export function patternFieldKind(
  deps: KindDeps & {
    readonly clock: Clock
    readonly replica: Replica<StoredPatternField>
    /** The fields of stored messages. */
    readonly storedNames: () => readonly string[] | Promise<readonly string[]>
  },
): PatternFieldsKind {
  const { clock, replica, storedNames } = deps
  return entityKind<StoredPatternField, PatternFieldDefinition, Maker, PatternFieldData>(deps, {
    collection: patternFieldCollection,
    replica,
    titleOf: ({ name }) => name,
    sorted: (fields) => fields.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    async read(draft, { id, before, by }) {
      if (before?.name !== draft.name) requireName(draft.name, await storedNames())
      const text = requirePart(draft)
      const made = before ?? { creator: by, created_at: clock.now().toISOString() }
      return { id, ...draft, text, creator: made.creator, created_at: made.created_at }
    },
    notFound: patternFieldNotFound,
    taken: ({ name }) => patternFieldNameTaken(name),
    pack: patternFieldPack,
    limit: { most: MAX_PATTERN_FIELDS, error: tooManyPatternFields },
  })
}

/** The text of the pattern. Throws if its templates are of several statements, or have no such part. */
function requirePart(draft: PatternFieldDefinition): string {
  const { templates, position, unit } = draft
  const isBounded = templates.every(({ text }) => text.length <= MAX_TEMPLATE_LENGTH) && UNIT.test(unit)
  if (!isBounded || templates.length === 0 || templates.length > MAX_PATTERN_HASHES) throw patternChanged()
  const { text, positions, covers } = unifyTemplates(templates.map((template) => template.text))
  if (!positions.includes(position) || !templates.every((template) => covers(template.text))) throw patternChanged()
  if (partPatternsOf(draft, templates).length === 0) throw patternTooLong(draft.name)
  return text
}

function requireName(name: string, storedNames: readonly string[]): void {
  if (!NAME.test(name)) throw patternFieldNameRefused(name, 'it begins with a letter; letters, digits and _ follow')
  if (RESERVED.has(name) || isInternalName(name)) throw patternFieldNameRefused(name, 'the server uses this name')
  if (storedNames.includes(name)) throw patternFieldNameRefused(name, 'messages have a field of this name')
}
