import { type FieldSchema, STORED_TYPES, type StoredType } from '@logyard/languages/query/sql/field-schema'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Engine } from '../engine/engine.ts'
import type { Clock } from '../platform/clock.ts'

const Row = Compile(Type.Object({ found: Type.Record(Type.String(), Type.Array(Type.String())) }))
const FRESH_MS = 5000

/** The fields of all messages with every type that their values have, as the store has them. */
export function createStoredFields({
  engine,
  clock,
}: {
  readonly engine: Pick<Engine, 'client'>
  readonly clock: Clock
}) {
  let known: { readonly atMs: number; readonly schema: Promise<FieldSchema> } | undefined

  async function read(): Promise<FieldSchema> {
    const query = 'SELECT distinctJSONPathsAndTypes(fields) AS found FROM messages'
    const answer = await engine.client.query({ query, format: 'JSONEachRow' })
    const [row] = await answer.json()
    const { found } = Row.Parse(row)
    return { names: () => Object.keys(found), types: (name) => (found[name] ?? []).filter(isStored) }
  }

  return {
    schema(): Promise<FieldSchema> {
      const nowMs = clock.monotonicMs()
      if (known === undefined || known.atMs < nowMs - FRESH_MS) {
        const schema = read()
        known = { atMs: nowMs, schema }
        schema.catch(() => {
          known = undefined
        })
      }
      return known.schema
    },
  }
}

const isStored = (type: string): type is StoredType => STORED_TYPES.some((stored) => stored === type)
