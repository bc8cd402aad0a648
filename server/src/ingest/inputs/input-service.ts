/** Validates and stores inputs. input-runners.ts follows the stored inputs and runs them. */

import { FIELD_NAME_PATTERN, type InputConfiguration, type InputCreateRequest } from '@logyard/contract/ingest/inputs'
import { UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { configurationProblem } from '../../configured/configuration-problem.ts'
import { retainSecrets } from '../../configured/secrets.ts'
import { sortedByTitle, storedConfiguration } from '../../configured/stored-configured.ts'
import type { Clock } from '../../platform/clock.ts'
import { validationFailed } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Prepared } from '../../platform/settings/prepared.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import {
  inputConfigurationRefused,
  inputIdInvalid,
  inputNotFound,
  inputTypeUnknown,
  staticFieldNotFound,
  staticFieldRefused,
} from './input-errors.ts'
import { inputCollection, type StoredInput, stopCollection } from './input-store.ts'
import type { InputType } from './input-type.ts'

export interface InputService {
  list(): Promise<readonly StoredInput[]>
  get(id: string): Promise<StoredInput>
  create(draft: InputCreateRequest, creator: string): Promise<StoredInput>
  /** To be stored together with others. With an id it replaces that input. */
  preparing(draft: InputCreateRequest, of: PreparedInput): Promise<Prepared<StoredInput>>
  update(id: string, draft: InputCreateRequest): Promise<StoredInput>
  delete(id: string): Promise<void>
  addStaticField(id: string, key: string, value: string): Promise<void>
  removeStaticField(id: string, key: string): Promise<void>
}

export interface PreparedInput {
  readonly staticFields: Readonly<Record<string, string>>
  readonly creator: string
  readonly id: string | undefined
}

/** Deletions in other areas that are committed with the deletion of an input. */
export type DeletedWith = (inputId: string) => readonly Write[]

const OBJECT_ID = /^[0-9a-f]{24}$/i
const FIELD_NAME = new RegExp(FIELD_NAME_PATTERN)

export function createInputService(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
  readonly findType: (type: string) => InputType | undefined
  readonly deletedWith: DeletedWith
}): InputService {
  const { settings, clock, ids } = deps
  const inputs = settings.collection(inputCollection)
  const stops = settings.collection(stopCollection)

  async function get(id: string): Promise<StoredInput> {
    if (!OBJECT_ID.test(id)) throw inputIdInvalid(id)
    const input = await inputs.find(id)
    if (input === undefined) throw inputNotFound(id)
    return input
  }

  /** The part of a valid draft that is stored. Throws if the draft is invalid. */
  function checked(draft: InputCreateRequest, before: InputConfiguration) {
    const inputType = deps.findType(draft.type)
    if (inputType === undefined) throw inputTypeUnknown()
    if (draft.title.trim() === '') throw validationFailed({ title: ['The title must not be empty.'] })
    const { configuration: request, secretsWithin } = inputType
    const configuration = retainSecrets(request, draft.configuration, before, secretsWithin)
    const problem = configurationProblem(request, configuration)
    if (problem !== undefined) throw inputConfigurationRefused(problem.detail)
    const global = draft.global ?? false
    return {
      title: draft.title,
      type: draft.type,
      global,
      node: global ? null : (draft.node ?? null),
      configuration: JSON.stringify(configuration),
    }
  }

  const newInput = (draft: InputCreateRequest, creator: string): StoredInput => ({
    id: ids.next(),
    ...checked(draft, {}),
    content_pack: null,
    creator_user_id: creator,
    created_at: clock.now().toISOString(),
    static_fields: {},
  })

  async function change(id: string, how: (input: StoredInput) => StoredInput): Promise<StoredInput> {
    await get(id)
    const changed = await inputs.update(id, how)
    if (changed === undefined) throw inputNotFound(id)
    return changed
  }

  return {
    list: async () => sortedByTitle(await inputs.list()),
    get,
    create: async (draft, creator) => inputs.insert(newInput(draft, creator)),
    async preparing(draft, { staticFields, creator, id }) {
      for (const [key, value] of Object.entries(staticFields)) checkStaticField(key, value)
      const static_fields = { ...staticFields }
      const takeEffect = async () => undefined
      const before = id === undefined ? undefined : await inputs.findVersioned(id)
      if (before === undefined) {
        const input = { ...newInput(draft, creator), static_fields }
        return { entity: input, writes: [inputs.inserting(input)], takeEffect }
      }
      const { document, version } = before
      const input = { ...document, ...checked(draft, storedConfiguration(document)), static_fields }
      return { entity: input, writes: [inputs.replacing(input, version)], takeEffect }
    },
    update: (id, draft) => change(id, (input) => ({ ...input, ...checked(draft, storedConfiguration(input)) })),
    async delete(id) {
      await get(id)
      const ended = (await stops.listBy('input', id)).map((stop) => stops.deleting(stop.id))
      await settings.commit([inputs.deleting(id), ...ended, ...deps.deletedWith(id)])
    },
    async addStaticField(id, key, value) {
      checkStaticField(key, value)
      await change(id, (input) => ({ ...input, static_fields: { ...input.static_fields, [key]: value } }))
    },
    async removeStaticField(id, key) {
      await change(id, (input) => {
        const { [key]: removed, ...others } = input.static_fields
        if (removed === undefined) throw staticFieldNotFound(key, id)
        return { ...input, static_fields: others }
      })
    },
  }
}

function checkStaticField(key: string, value: string): void {
  if (key === '' || value === '') throw staticFieldRefused('A static field needs a key and a value.')
  if (!FIELD_NAME.test(key)) throw staticFieldRefused(`Invalid key: [${key}]`)
  if (UNSETTABLE_FIELDS.has(key)) throw staticFieldRefused(`Cannot add static field. Field [${key}] is reserved.`)
}
