import type { EventFieldSpec } from '@logyard/contract/events/event-definitions'

export interface FieldSet {
  readonly fields: Readonly<Record<string, EventFieldSpec>>
  readonly keys: readonly string[]
}

export interface EditedField {
  readonly name: string
  readonly spec: EventFieldSpec
  /** Its place among the keys, from 1; undefined if it is no key. */
  readonly keyPlace: number | undefined
}

/** The set with the field; a renamed field takes the place of its old name. */
export function withField({ fields, keys }: FieldSet, oldName: string | undefined, field: EditedField): FieldSet {
  const entries = Object.entries(fields).filter(([name]) => name !== field.name || name === oldName)
  const place = entries.findIndex(([name]) => name === oldName)
  const entry: [string, EventFieldSpec] = [field.name, field.spec]
  const changed = place === -1 ? [...entries, entry] : entries.with(place, entry)
  const others = keys.filter((name) => name !== oldName && name !== field.name)
  return {
    fields: Object.fromEntries(changed),
    keys: field.keyPlace === undefined ? others : others.toSpliced(field.keyPlace - 1, 0, field.name),
  }
}

export const withoutField = ({ fields, keys }: FieldSet, removed: string): FieldSet => ({
  fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== removed)),
  keys: keys.filter((name) => name !== removed),
})
