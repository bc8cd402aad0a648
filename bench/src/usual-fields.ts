/** Finds all fields usual, as the main thread does with those of the first blocks: else each value is counted. */
import type { FieldVerdict, SeenFields } from '@logyard/server/fields/field-watch'

const verdictsOf = ({ fields }: SeenFields): readonly FieldVerdict[] =>
  fields.map(({ index, field, forms }) => ({ index, field, usual: forms }))

export const usualFields = {
  verdictsOf,
  note: async (seen: readonly SeenFields[]): Promise<readonly FieldVerdict[]> => seen.flatMap(verdictsOf),
  countValues: () => undefined,
}
