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
  note: Type.Optional(Type.String()),
  auth: Type.String({ description: 'none, login, or the permissions joined by "and"' }),
})
export type ReferenceOperation = Type.Static<typeof ReferenceOperation>

const file = join(import.meta.dirname, '..', '..', '..', '..', 'contract', 'reference', 'operations.json')

/** Every call that clients of the reference API make. */
export const referenceOperations = Value.Parse(Type.Array(ReferenceOperation), JSON.parse(readFileSync(file, 'utf8')))

/** The id of the operation that serves a call: its own, or that of the general call of which it is an instance. */
export const servedBy = ({ id, note }: ReferenceOperation): readonly string[] => {
  const general = note?.match(/^instance of ([\w.]+)/)?.[1]
  return general === undefined ? [id] : [id, general]
}

/** The parameters that an instance has in its path where the general call has a place for them. */
export function instanceParams(generalPath: string, path: string): Readonly<Record<string, string>> | undefined {
  const places = generalPath.split('/')
  const parts = path.split('/')
  if (places.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, place] of places.entries()) {
    const part = parts[at] ?? ''
    const name = place.match(/^\{(\w+)\}$/)?.[1]
    if (name === undefined ? place !== part : part.startsWith('{')) return undefined
    if (name !== undefined) params[name] = part
  }
  return params
}
