import type { FieldTypes } from './field-schema.ts'
import { COLUMN_FIELDS } from './message-field.ts'

/** The fields whose names match a pattern with `*` and `?`. */
export function matchingFields(pattern: string, schema: FieldTypes): readonly string[] {
  return [...COLUMN_FIELDS, ...schema.names()].filter((name) => fits(pattern, name))
}

/** Backtracks to the last star only, so the time is bounded by the product of both lengths. */
function fits(pattern: string, name: string): boolean {
  let at = 0
  let place = 0
  let star = -1
  let starPlace = 0
  while (place < name.length) {
    if (pattern[at] === '*') {
      star = at
      starPlace = place
      at += 1
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[place])) {
      at += 1
      place += 1
    } else if (star === -1) {
      return false
    } else {
      starPlace += 1
      place = starPlace
      at = star + 1
    }
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}
