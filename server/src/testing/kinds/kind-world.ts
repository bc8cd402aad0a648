/** Creates objects of every kind on a running server, each by the draft of its row. */
import type { AnyKind } from '@logyard/contract/http/crud'
import { allKinds } from '@logyard/contract/operations'
import { type Json, type KindRow, type KindWorld, kindRows, type Made } from './kind-rows.ts'

export function kindOf(id: string): AnyKind {
  const kind = allKinds.find((one) => one.id === id)
  if (kind === undefined) throw new Error(`there is no kind ${id}`)
  return kind
}

export function rowOf(id: string): KindRow {
  const row = kindRows[id]
  if (row === undefined) throw new Error(`kind-rows.ts has no row for ${id}`)
  return row
}

/** The path with its parameters filled in. */
export const filled = (path: string, params: Readonly<Record<string, string>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `no-${name}`))

/** The parameters of an object's path. */
export const paramsOf = (
  kind: string,
  { id, owner }: Pick<Made, 'id' | 'owner'>,
): Readonly<Record<string, string>> => ({
  ...owner,
  [kindOf(kind).key]: id,
})

/** The owner and the draft of an object to create. */
export async function plannedOf(kind: string, world: KindWorld): Promise<Omit<Made, 'id'>> {
  const row = rowOf(kind)
  return { owner: (await row.owner?.(world)) ?? {}, draft: await row.draft(world) }
}

export const updateOf = (kind: string, draft: Json, id: string): Json => rowOf(kind).update?.(draft, id) ?? draft

/** `ask` returns the body of the response, and throws unless the call succeeded. */
export function createKindWorld(
  ask: (method: string, path: string, body?: Json) => Promise<Json>,
  unique: KindWorld['unique'],
): KindWorld {
  const world: KindWorld = {
    unique,
    async make(kind) {
      const { path, create } = kindOf(kind)
      const planned = await plannedOf(kind, world)
      const body = await ask('POST', filled(path, planned.owner), planned.draft)
      const created = (create?.created ?? 'id').split('.')
      return { ...planned, id: String(created.reduce((part, name) => Object(part)[name], body)) }
    },
    async defaultIndexSet() {
      const { index_sets: sets } = Object(await ask('GET', '/system/indices/index_sets'))
      return sets.find((set: Json) => set['default'] === true).id
    },
  }
  return world
}
