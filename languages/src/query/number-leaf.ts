/** Leaves on a field that holds numbers. */
import { type FieldUnit, readQuantity } from './field-units.ts'
import type { Leaf } from './leaf.ts'
import { readNumber } from './number-text.ts'
import type { RangeEnd } from './query-tree.ts'

/** Values with a unit become numbers in the unit of the field. A quoted value is compared as it is written. */
export function withoutUnits(leaf: Leaf, unit: FieldUnit | undefined): Leaf {
  if (unit === undefined) return leaf
  if (leaf.kind === 'term') return { ...leaf, text: readQuantity(leaf.text, unit) ?? leaf.text }
  if (leaf.kind !== 'range') return leaf
  const { lower, upper, ...rest } = leaf
  const read = (end: RangeEnd) => ({ ...end, text: readQuantity(end.text, unit) ?? end.text })
  return { ...rest, ...(lower && { lower: read(lower) }), ...(upper && { upper: read(upper) }) }
}

/** Such a range matches no text of a field that otherwise holds numbers. */
export const isNumberRange = (leaf: Leaf): boolean =>
  leaf.kind === 'range' &&
  [leaf.lower, leaf.upper].every((end) => end === undefined || readNumber(end.text) !== undefined)
