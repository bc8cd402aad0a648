import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const ReferenceOperation = Type.Object({
  id: Type.String(),
  area: Type.String(),
  method: Type.String(),
  path: Type.String(),
  query: Type.Array(Type.String()),
  success: Type.Integer(),
  keys: Type.Array(Type.String()),
  auth: Type.String({ description: 'none, login, or the permissions joined by "and"' }),
})
export type ReferenceOperation = Type.Static<typeof ReferenceOperation>

const file = join(import.meta.dirname, '..', '..', '..', 'contract', 'reference', 'operations.json')

/** Every call that clients of the reference API make. */
export const referenceOperations = Value.Parse(Type.Array(ReferenceOperation), JSON.parse(readFileSync(file, 'utf8')))
