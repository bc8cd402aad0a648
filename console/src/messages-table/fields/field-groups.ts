/** Sorts fields for the panel: by how many of the found messages have them; empty and internal ones in groups below. */
import { HIDDEN_FIELDS, isInternalName } from '@logyard/contract/messages/message-fields'
import type { FieldCoverage } from '@logyard/contract/search/field-insights'
import type { KnownField } from '../../query/fields/field-types.ts'
import { matchesFragments } from './matches-fragments.ts'

export interface ListedField extends KnownField {
  /** Share from 0 to 1; `undefined` until it is known. */
  readonly share: number | undefined
}

export type FieldGroup = 'found' | 'empty' | 'internal'

export interface GroupedFields {
  readonly group: FieldGroup
  readonly fields: readonly ListedField[]
}

export function groupFields(
  fields: readonly KnownField[],
  coverage: FieldCoverage | undefined,
  filter: string,
): readonly GroupedFields[] {
  const counts = new Map(coverage?.fields.map(({ field, count }) => [field, count]))
  const looked = coverage?.looked_at ?? 0
  const shareOf = (name: string) => (looked === 0 ? undefined : (counts.get(name) ?? 0) / looked)
  const groups: Record<FieldGroup, ListedField[]> = { found: [], empty: [], internal: [] }
  for (const field of fields) {
    if (!matchesFragments(field.name, filter)) continue
    const share = shareOf(field.name)
    const group =
      isInternalName(field.name) || HIDDEN_FIELDS.has(field.name) ? 'internal' : share === 0 ? 'empty' : 'found'
    groups[group].push({ ...field, share })
  }
  const byShare = (a: ListedField, b: ListedField) => (b.share ?? 0) - (a.share ?? 0) || a.name.localeCompare(b.name)
  return (['found', 'empty', 'internal'] as const)
    .map((group) => ({ group, fields: groups[group].toSorted(byShare) }))
    .filter((one) => one.fields.length > 0)
}
