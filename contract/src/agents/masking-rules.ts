/** What agents never see in clear text. */
import { type Static, Type } from 'typebox'

export const MASKING_RULES_KEY = 'org.logyard.agents.MaskingRules'

export const MAX_MASKED_FIELDS = 100
const MAX_FIELD_NAME = 1000

export const MASKED_KINDS = ['email', 'ip', 'number'] as const
export type MaskedKind = (typeof MASKED_KINDS)[number]

export const MaskingRules = Type.Object(
  {
    fields: Type.Array(Type.String({ minLength: 1, maxLength: MAX_FIELD_NAME }), {
      maxItems: MAX_MASKED_FIELDS,
      description: 'Fields whose values are replaced by pseudonyms, also where a text of the same message has them',
    }),
    kinds: Type.Array(Type.Enum(MASKED_KINDS), {
      maxItems: MASKED_KINDS.length,
      description: 'Replaced in all texts: email addresses, IP addresses, numbers of at least nine digits',
    }),
  },
  { title: 'MaskingRules', additionalProperties: false },
)
export type MaskingRules = Static<typeof MaskingRules>
