/** How two sets of fields differ. */
export type Fields = Readonly<Record<string, unknown>>

export interface FieldChange {
  readonly field: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: unknown
  readonly after?: unknown
}

/** Added, then changed, then removed fields, each by name. */
export function fieldChanges(before: Fields, after: Fields): readonly FieldChange[] {
  const names = (all: Fields) => Object.keys(all).toSorted()
  const added = names(after).filter((field) => !(field in before))
  const removed = names(before).filter((field) => !(field in after))
  const changed = names(after).filter((field) => field in before && !isEqual(before[field], after[field]))
  return [
    ...added.map((field) => ({ field, kind: 'added' as const, after: after[field] })),
    ...changed.map((field) => ({ field, kind: 'changed' as const, before: before[field], after: after[field] })),
    ...removed.map((field) => ({ field, kind: 'removed' as const, before: before[field] })),
  ]
}

/** A number and a text look alike and are not equal. */
const isEqual = (a: unknown, b: unknown) => typeof a === typeof b && shownValue(a) === shownValue(b)

/** A value as text; lists and objects as JSON. */
export const shownValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
