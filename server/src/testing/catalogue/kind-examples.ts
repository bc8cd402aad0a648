/** Examples of the operations that kinds of objects have in common: each example creates its own object. */
import { allKinds } from '@logyard/contract/operations'
import { kindOf, paramsOf, plannedOf, rowOf, updateOf } from '../kinds/kind-world.ts'
import type { Example } from './catalogue-world.ts'

/** A new object of the kind. */
export const ofKind =
  (kind: string): Example =>
  async (world) => ({ params: paramsOf(kind, await world.make(kind)) })

/** A draft that nothing was created from. */
export const draftOf =
  (kind: string): Example =>
  async (world) => {
    const { owner, draft } = await plannedOf(kind, world)
    return { params: owner, body: draft }
  }

/** Changes the description or the title, if the kind has one. */
const changed =
  (kind: string): Example =>
  async (world) => {
    const made = await world.make(kind)
    const fields = Object(kindOf(kind).draft).properties
    const field = ['description', 'title'].find((name) => name in fields)
    const body = updateOf(kind, made.draft, made.id)
    return { params: paramsOf(kind, made), body: field === undefined ? body : { ...body, [field]: 'Changed' } }
  }

/** Objects that belong to another one are listed with it. */
const listOf =
  (kind: string): Example =>
  async (world) => ({ params: (await rowOf(kind).owner?.(world)) ?? {} })

const EXAMPLES = { list: listOf, get: ofKind, create: draftOf, update: changed, delete: ofKind, validate: draftOf }

export const kindExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  allKinds.flatMap(({ id }) => Object.entries(EXAMPLES).map(([name, exampleOf]) => [`${id}.${name}`, exampleOf(id)])),
)
