/**
 * Which fields the messages of each index have, and in which forms. Processing notes what is new before it is stored,
 * so a field that is not here is in no message. What is known is kept in the settings; an index that is deleted takes
 * its fields along.
 */

import { type FieldSchema, STORED_TYPES, type StoredType } from '@logyard/languages/query-sql/field-schema'
import { Type } from 'typebox'
import type { Log } from '../platform/log.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import type { Engine } from '../store/engine/engine.ts'
import { setOfIndex } from '../store/messages/row-lines.ts'
import { type FoundField, storedTypesOf } from './field-forms.ts'
import { readStoredFields } from './stored-fields.ts'

/** Its `first` is that of the whole index set. */
export interface NotedField extends FoundField {
  /** The index has as many other fields as usual, or more. */
  readonly isFlood: boolean
}

/** Which indices there are. */
export interface IndicesThere {
  exists(index: string): Promise<boolean>
  /** Told of indices that changed, or are gone. */
  onChange(listener: (change: { readonly ids: readonly string[] }) => void): Disposable
}

export interface FieldRegistry extends AsyncDisposable {
  /** Resolves when it is known for good. */
  note(found: readonly FoundField[]): Promise<readonly NotedField[]>
  /** For searches: everything that any index has. */
  schema(): Pick<FieldSchema, 'types' | 'names'>
  /** The form that the field came in first, in the set of the index. */
  firstForm(index: string, field: string): number | undefined
  /** The forms by field of these indices. */
  formsIn(indices: readonly string[]): ReadonlyMap<string, readonly number[]>
}

/** More distinct fields in one index than this are a flood. */
export const USUAL_FIELDS_OF_INDEX = 1000
/** Beyond it names are not noted any more, and searches look for them as if they could be anything. */
const MAX_FIELDS_OF_INDEX = 10_000

const fieldCollection = defineCollection({
  name: 'message_fields',
  schema: Type.Object({
    id: Type.String(),
    index: Type.String(),
    field: Type.String(),
    forms: Type.Integer(),
    first: Type.Integer(),
  }),
  keys: { index: { unique: false, of: ({ index }) => [index] } },
})
const stateCollection = defineCollection({
  name: 'message_fields_state',
  schema: Type.Object({ id: Type.Literal('stored'), read: Type.Boolean() }),
})

interface KnownField {
  readonly index: string
  readonly field: string
  forms: number
  readonly first: number
  /** Whether the settings have it, perhaps with fewer forms. */
  isKept: boolean
}

export async function openFieldRegistry(deps: {
  readonly settings: SettingsStore
  readonly engine: Pick<Engine, 'client' | 'ready'>
  readonly indices: IndicesThere
  readonly log: Log
}): Promise<FieldRegistry> {
  const { settings, engine, indices, log } = deps
  const stored = settings.collection(fieldCollection)
  const state = settings.collection(stateCollection)
  const stopping = new AbortController()
  /** In the order in which indices were first written to. */
  const known = new Map<string, Map<string, KnownField>>()
  const unsaved = new Set<KnownField>()
  let all: ReadonlyMap<string, number> | undefined
  let knowsStored = (await state.find('stored'))?.read ?? false

  const fieldsOf = (index: string) => known.getOrInsertComputed(index, () => new Map<string, KnownField>())
  for (const { index, field, forms, first } of await stored.list()) {
    fieldsOf(index).set(field, { index, field, forms, first, isKept: true })
  }

  function firstOf(index: string, field: string): number | undefined {
    const set = setOfIndex(index)
    for (const [other, fields] of known) {
      if (setOfIndex(other) !== set) continue
      const first = fields.get(field)?.first
      if (first !== undefined) return first
    }
    return undefined
  }

  function learn({ index, field, forms, first: found }: FoundField): NotedField {
    const fields = fieldsOf(index)
    const before = fields.get(field)
    const first = before?.first ?? firstOf(index, field) ?? found
    const noted = { index, field, forms, first, isFlood: before === undefined && fields.size >= USUAL_FIELDS_OF_INDEX }
    if (before === undefined ? fields.size >= MAX_FIELDS_OF_INDEX : (forms & ~before.forms) === 0) return noted
    const known = before ?? { index, field, forms, first, isKept: false }
    known.forms |= forms
    fields.set(field, known)
    unsaved.add(known)
    all = undefined
    return noted
  }

  let saving: Promise<void> = Promise.resolve()
  /** Also what an earlier try could not save. */
  async function saveOnce() {
    const due = [...unsaved]
    if (due.length === 0) return
    unsaved.clear()
    const writes = due.map(({ isKept, ...known }) => {
      const document = { id: `${known.index} ${known.field}`, ...known }
      return isKept ? stored.replacing(document) : stored.inserting(document)
    })
    try {
      await settings.commit(writes)
    } catch (error) {
      for (const known of due) unsaved.add(known)
      throw error
    }
    for (const known of due) known.isKept = true
  }
  const save = () => {
    const saved = saving.then(saveOnce)
    saving = saved.catch(() => undefined)
    return saved
  }

  async function forget(ids: readonly string[]) {
    for (const index of ids) {
      if (!known.has(index)) continue
      if (await indices.exists(index)) continue
      for (const field of known.get(index)?.values() ?? []) unsaved.delete(field)
      known.delete(index)
      all = undefined
      await saving
      await settings.commit((await stored.listBy('index', index)).map(({ id }) => stored.deleting(id)))
    }
  }

  /** What was stored before fields were noted is read from the store, once. */
  async function readStored() {
    await engine.ready(stopping.signal)
    for (const found of await readStoredFields(engine.client, stopping.signal)) learn(found)
    await save()
    await state.put({ id: 'stored', read: true })
    knowsStored = true
    all = undefined
  }

  const reading = knowsStored
    ? Promise.resolve()
    : readStored().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'the fields of stored messages could not be read')
      })
  let forgetting: Promise<void> = Promise.resolve()
  const changes = indices.onChange(({ ids }) => {
    forgetting = forgetting
      .then(() => forget(ids))
      .catch((error: unknown) => log.error({ err: error }, 'the fields of a deleted index could not be forgotten'))
  })

  function everything(): ReadonlyMap<string, number> {
    if (all !== undefined) return all
    const union = new Map<string, number>()
    for (const fields of known.values()) {
      for (const [field, { forms }] of fields) union.set(field, (union.get(field) ?? 0) | forms)
    }
    all = union
    return union
  }

  /** Some index has the field perhaps, without our knowing. */
  const isUnsure = (field: string) =>
    !knowsStored || [...known.values()].some((fields) => fields.size >= MAX_FIELDS_OF_INDEX && !fields.has(field))

  return {
    async note(found) {
      const noted = found.map(learn)
      await save()
      return noted
    },
    schema() {
      const union = everything()
      const names = [...union.keys()].sort()
      return {
        names: () => names,
        types: (name): readonly StoredType[] => (isUnsure(name) ? STORED_TYPES : storedTypesOf(union.get(name) ?? 0)),
      }
    },
    firstForm: (index, field) => known.get(index)?.get(field)?.first ?? firstOf(index, field),
    formsIn(names) {
      const found = new Map<string, number[]>()
      for (const index of names) {
        for (const [field, { forms }] of known.get(index) ?? []) {
          found.getOrInsertComputed(field, () => []).push(forms)
        }
      }
      return found
    },
    async [Symbol.asyncDispose]() {
      changes[Symbol.dispose]()
      stopping.abort()
      await reading
      await forgetting
    },
  }
}
