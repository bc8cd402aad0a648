/**
 * The fields of each index, and the forms of their values. Processing notes new ones before it stores a message, so a
 * field that is not here is in no stored message. Deleting an index deletes its fields.
 */

import type { FieldTypes } from '@logyard/languages/query-sql/field-schema'
import { STORED_TYPES, type StoredType } from '@logyard/languages/query-sql/stored-types'
import { Type } from 'typebox'
import type { Log } from '../platform/log.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import type { Engine } from '../store/engine/engine.ts'
import { type FoundField, mayBeLong, storedTypesOf } from './field-forms.ts'
import { createFieldRecords, fieldCollection } from './field-records.ts'
import { createKnownFields, type KnownFields } from './known-fields.ts'
import { readStoredFields } from './stored-fields.ts'

export interface ExistingIndices {
  exists(index: string): Promise<boolean>
  /** Called for indices that have changed or were deleted. */
  onChange(listener: (change: { readonly ids: readonly string[] }) => unknown): Disposable
}

export type FieldRegistry = Awaited<ReturnType<typeof openFieldRegistry>>

export const stateCollection = defineCollection({
  name: 'message_fields_state',
  audit: 'note',
  schema: Type.Object({ id: Type.Literal('stored'), read: Type.Boolean() }),
})

export interface FieldRegistryDeps {
  readonly settings: SettingsStore
  readonly engine: Pick<Engine, 'client' | 'ready'>
  readonly indices: ExistingIndices
  readonly log: Log
}

export async function openFieldRegistry(deps: FieldRegistryDeps) {
  const { settings, indices } = deps
  const records = createFieldRecords(settings)
  const known = createKnownFields(records.changed)
  for (const field of await records.list()) known.load(field)

  /** Resolves once the fields are persisted. */
  async function note(found: readonly FoundField[]) {
    const noted = found.map(known.learn)
    await records.save()
    return noted
  }
  const reading = await readStoredOnce(deps, note)
  // Another node has found a field, or another form of one.
  const others = settings.onChange(fieldCollection.name, async (change) => {
    for (const field of await records.readChanged(change)) known.load(field)
  })

  async function forget(ids: readonly string[]) {
    for (const index of ids) {
      if (!known.has(index) || (await indices.exists(index))) continue
      await records.delete(index, known.forget(index) ?? [])
    }
  }
  let forgetting: Promise<void> = Promise.resolve()
  const changes = indices.onChange(({ ids }) => {
    const forgotten = forgetting.then(() => forget(ids))
    forgetting = forgotten.catch(() => undefined)
    return forgotten
  })

  return {
    note,
    /** The fields of all indices. */
    types: () => typesOf(known, reading.isDone()),
    /** The form that the field had first in the index's set. */
    firstForm: known.firstForm,
    /** The forms of each field in these indices. */
    formsIn: known.formsIn,
    async [Symbol.asyncDispose]() {
      changes[Symbol.dispose]()
      others[Symbol.dispose]()
      await reading.stop()
      await forgetting
    },
  }
}

/** Reads, once in the life of the data, the fields of messages that were stored before fields were noted. */
async function readStoredOnce(
  { settings, engine, log }: FieldRegistryDeps,
  note: (found: readonly FoundField[]) => Promise<unknown>,
) {
  const state = settings.collection(stateCollection)
  const stopping = new AbortController()
  let isDone = (await state.find('stored'))?.read ?? false

  async function read() {
    await engine.ready(stopping.signal)
    await note(await readStoredFields(engine.client, stopping.signal))
    await state.put({ id: 'stored', read: true })
    isDone = true
  }
  const reading = isDone
    ? Promise.resolve()
    : read().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'the fields of stored messages could not be read')
      })
  return {
    isDone: () => isDone,
    stop() {
      stopping.abort()
      return reading
    },
  }
}

function typesOf(known: KnownFields, isComplete: boolean): FieldTypes {
  const union = known.union()
  const names = [...union.keys()].sort()
  const mayHaveAnyType = (name: string) => !isComplete || known.mayBeUnlisted(name)
  return {
    names: () => names,
    mayBeLong: (name) => !isComplete || known.isFull() || mayBeLong(union.get(name) ?? 0),
    types: (name): readonly StoredType[] => (mayHaveAnyType(name) ? STORED_TYPES : storedTypesOf(union.get(name) ?? 0)),
  }
}
