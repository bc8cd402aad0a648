import { FIELD } from '@logyard/contract/messages/message-fields'
import type { FieldCoverage } from '@logyard/contract/search/field-insights'

const NO_GROUPS: readonly string[] = [FIELD.timestamp, FIELD.message, FIELD.fullMessage, FIELD.streams]

interface GroupField {
  readonly field: string
  /** From 0 to 1: which part of the messages has it. */
  readonly share: number
}

/** The fields by which messages can be grouped, those that most messages have first. */
export function groupFields({ looked_at: lookedAt, fields }: FieldCoverage): readonly GroupField[] {
  if (lookedAt === 0) return []
  return fields
    .filter(({ field }) => !NO_GROUPS.includes(field) && !field.startsWith('gl2_') && !field.startsWith('_'))
    .map(({ field, count }) => ({ field, share: count / lookedAt }))
}
