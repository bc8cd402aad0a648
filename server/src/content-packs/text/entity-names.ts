/** Names for all objects of the system that a caller may read: unique in their type, and the same as long as nothing is renamed. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { keyOf, nameIn } from '../../entities/entity-refs.ts'
import { type AnyEntityType, type EntityRef, type ExportedEntity, mayRead } from '../../entities/entity-type.ts'
import type { Caller } from '../../http/caller.ts'
import type { EntityTypes } from '../entities/entity-types.ts'

export interface NamedObject {
  readonly type: AnyEntityType
  readonly id: string
  readonly name: string
  readonly exported: ExportedEntity<unknown>
}

export type NamedObjects = Awaited<ReturnType<typeof nameObjects>>

/** Several objects of one title are numbered in the order of their creation: ids grow with time. */
export async function nameObjects(types: EntityTypes, caller: Caller) {
  const all: NamedObject[] = []
  const hidden: Omit<NamedObject, 'name'>[] = []
  for (const type of types.listed) {
    const taken = new Set<string>()
    const excerpts = (await type.list()).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    for (const { id } of excerpts) {
      await nextTurn()
      const exported = await type.export(id)
      if (exported === undefined) continue
      if (!mayRead(type, caller, id)) {
        hidden.push({ type, id, exported })
        continue
      }
      const name = freeName(plainName(type, exported.data), taken)
      taken.add(name)
      all.push({ type, id, name, exported })
    }
  }
  const named = new Map(all.map((one) => [keyOf({ type: one.type.type.name, id: one.name }), one]))
  const names = new Map(all.map((one) => [keyOf({ type: one.type.type.name, id: one.id }), one.name]))
  return {
    all,
    /** Those that the caller may not read. They have no names. */
    hidden,
    byName: (type: string, name: string) => named.get(keyOf({ type, id: name })),
    nameOf: (ref: EntityRef) => names.get(keyOf(ref)),
  }
}

/** Without the number that tells objects of one title apart. */
function plainName(type: AnyEntityType, data: unknown): string {
  const title = type.textName?.(data) ?? nameIn(data)
  return title.trim() === '' ? 'unnamed' : title
}

/** Whether an object with such data can have the name. */
export function isNameOf(type: AnyEntityType, data: unknown, name: string): boolean {
  const plain = plainName(type, data)
  return name === plain || (name.startsWith(plain) && / \(\d+\)$/.exec(name)?.index === plain.length)
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name} (${number})`)) number += 1
  return `${name} (${number})`
}
