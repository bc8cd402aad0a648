/** Fields that are computed from one variable part of a pattern, for all messages of its templates. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, MissingStreamPermissionError, nullable, refusedBody } from '../http/envelope.ts'
import { holds, inArea, NoBody, signedIn } from '../http/operation.ts'
import { messageSelection } from '../search/message-selection.ts'
import { MAX_PATTERN_HASHES } from '../search/patterns.ts'

export const MAX_PATTERN_FIELDS = 100
export const MAX_PATTERN_FIELD_NAME = 64
/** Characters of a pattern; templates are never longer. */
export const MAX_PATTERN_TEXT = 1024

export const PATTERN_FIELD_NAME = '^[A-Za-z][A-Za-z0-9_]*$'

export const PatternFieldKind = Type.Enum(['number', 'text'], { title: 'PatternFieldKind' })
export type PatternFieldKind = Static<typeof PatternFieldKind>

export const PatternField = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: PatternFieldKind,
    unit: Type.String({ description: 'Text behind each number, such as `ms`, which is not part of the value' }),
    pattern: nullable(
      Type.Object(
        {
          text: Type.String({ description: '`*` marks a variable part' }),
          position: Type.Integer({ description: 'The `*` of the field in the text, in UTF-16 units' }),
          template_count: Type.Integer({ description: 'Templates that the field is computed for' }),
        },
        { description: 'Null for a caller who may read no message of it' },
      ),
    ),
    state: Type.Enum(['computed', 'storing', 'stored'], {
      description: 'A field that is used often gets a column; while it is `storing`, older messages get their values',
    }),
    creator: Type.String({ description: 'A user name; empty if it is not known' }),
    created_at: IsoInstant,
  },
  { title: 'PatternField' },
)
export type PatternField = Static<typeof PatternField>

export const PatternFieldList = Type.Object({ fields: Type.Array(PatternField) }, { title: 'PatternFieldList' })
export type PatternFieldList = Static<typeof PatternFieldList>

export const PatternFieldDraft = Type.Object(
  {
    ...messageSelection,
    name: Type.String({
      minLength: 1,
      maxLength: MAX_PATTERN_FIELD_NAME,
      description: 'Begins with a letter; letters, digits and `_` follow',
    }),
    kind: PatternFieldKind,
    hashes: Type.Array(Type.String({ pattern: '^\\d{1,20}$', maxLength: 20 }), {
      minItems: 1,
      maxItems: MAX_PATTERN_HASHES,
      description: 'Those of the pattern, as the selected messages have it',
    }),
    text: Type.String({ maxLength: MAX_PATTERN_TEXT, description: 'Text of the pattern' }),
    position: Type.Integer({ minimum: 0, maximum: MAX_PATTERN_TEXT, description: 'A `*` in the text' }),
  },
  { title: 'PatternFieldDraft', additionalProperties: false },
)
export type PatternFieldDraft = Static<typeof PatternFieldDraft>

const { get, post, del } = inArea('fields')

export const listPatternFields = get('/logyard/pattern-fields', {
  id: 'pattern_fields.list',
  summary: 'All fields of patterns; the pattern only for callers who may read a message of it',
  access: signedIn,
  answers: { 200: PatternFieldList },
})

export const createPatternField = post('/logyard/pattern-fields', {
  id: 'pattern_fields.create',
  summary: 'Make a field of a variable part of a pattern, for all messages of the pattern, stored ones too',
  access: holds('patternfields:create'),
  audit: 'pattern-field:create',
  created: 'id',
  body: PatternFieldDraft,
  answers: { 200: PatternField, 400: refusedBody, 403: MissingStreamPermissionError, 404: ApiError, 409: ApiError },
})

export const deletePatternField = del('/logyard/pattern-fields/{patternFieldId}', {
  id: 'pattern_fields.delete',
  summary: 'Delete the field of a pattern; no message changes',
  access: holds('patternfields:delete'),
  audit: 'pattern-field:delete',
  answers: { 204: NoBody, 404: ApiError },
})
