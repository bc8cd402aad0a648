/** Entities of packs without the ids that each pack makes up, to be compared. */
import { createHash } from 'node:crypto'

interface Entity {
  readonly id: string
  readonly type: { readonly name: string; readonly version: string }
  readonly data: unknown
}

/** References are four levels deep at most: definition, stream, output; table, cache. */
const DEPTH = 5

/** The data of each entity, with what a reference stands for instead of an id; sorted. */
export function normalEntities(entities: readonly Entity[]): readonly string[] {
  let labels = new Map(entities.map(({ id, type }) => [id, type.name]))
  for (let level = 0; level < DEPTH; level += 1) {
    labels = new Map(
      entities.map((entity) => {
        const hash = createHash('sha256').update(textOf(entity, labels)).digest('hex').slice(0, 12)
        return [entity.id, `${entity.type.name} ${hash}`]
      }),
    )
  }
  return entities.map((entity) => textOf(entity, labels)).sort()
}

function textOf({ type, data }: Entity, labels: ReadonlyMap<string, string>): string {
  const change = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return labels.get(value) ?? value
    if (Array.isArray(value)) {
      const changed = value.map((one) => change(one))
      // They are sorted by id.
      return name === 'connected_streams'
        ? changed.toSorted((a, b) => compare(JSON.stringify(a), JSON.stringify(b)))
        : changed
    }
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).toSorted(([one], [other]) => compare(one, other))
    return Object.fromEntries(entries.map(([key, one]) => [key, change(one, key)]))
  }
  return JSON.stringify({ type, data: change(data) }, undefined, 1)
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
