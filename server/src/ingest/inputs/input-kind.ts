/** The kind of inputs. input-runners.ts follows the stored inputs and runs them. */
import type { InputCreateRequest } from '@logyard/contract/ingest/inputs'
import * as contract from '@logyard/contract/ingest/inputs'
import { UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { configurationProblem } from '../../configured/configuration-problem.ts'
import { retainSecrets } from '../../configured/secrets.ts'
import { sortedByTitle, storedConfiguration } from '../../configured/stored-configured.ts'
import { type Decoded, withDefault } from '../../entities/codecs/codec.ts'
import { boolean, text } from '../../entities/codecs/scalar-codecs.ts'
import { configuration, list, mapped, shape } from '../../entities/codecs/shape-codecs.ts'
import { entityKind, type KindDeps } from '../../entities/entity-kind.ts'
import type { EntityForm } from '../../entities/entity-type.ts'
import type { Kind } from '../../entities/kind.ts'
import { type PackPart, permissionsOf } from '../../entities/pack-part.ts'
import { extractorCodec, extractorData, extractorDraft, namesOfExtractor } from '../../extractors/extractor-pack.ts'
import type { Extractors } from '../../extractors/extractor-service.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError, validationFailed } from '../../platform/errors.ts'
import {
  inputConfigurationRefused,
  inputNotFound,
  inputTypeUnknown,
  staticFieldNotFound,
  staticFieldRefused,
} from './input-errors.ts'
import { inputCollection, type StoredInput, stopCollection } from './input-store.ts'
import type { InputTypes } from './input-types.ts'

type StaticFields = Readonly<Record<string, string>>

/** A change keeps the settings or static fields that the draft leaves out. A new input needs settings. */
export interface InputDraft {
  readonly settings?: InputCreateRequest
  readonly static_fields?: StaticFields
}

/** `By` is the name of the user who makes a change. */
export interface InputKind extends Kind<StoredInput, InputDraft, string> {
  addStaticField(id: string, key: string, value: string, username: string): Promise<StoredInput>
  removeStaticField(id: string, key: string, username: string): Promise<StoredInput>
}

export interface InputKindDeps extends KindDeps {
  readonly clock: Clock
  readonly types: Pick<InputTypes, 'find' | 'shownConfiguration'>
  readonly nodeId: string
  readonly extractors: Pick<Extractors, 'list' | 'preparing' | 'deletedWith'>
}

const OBJECT_ID = /^[0-9a-f]{24}$/i
const FIELD_NAME = new RegExp(contract.FIELD_NAME_PATTERN)

export function inputKind(deps: InputKindDeps): InputKind {
  const { settings, clock, types, extractors } = deps
  const stops = settings.collection(stopCollection)
  const kind = entityKind<StoredInput, InputDraft, string, PackData>(deps, {
    collection: inputCollection,
    titleOf: ({ title }) => title,
    sorted: sortedByTitle,
    read({ settings: given, static_fields }, { id, before, by }) {
      const created = { id, content_pack: null, creator_user_id: by, created_at: clock.now().toISOString() }
      const input =
        before !== undefined && given === undefined
          ? before
          : { static_fields: {}, ...created, ...before, ...readSettings(types, given ?? NO_SETTINGS, before) }
      return { ...input, static_fields: readStaticFields(static_fields ?? input.static_fields, input.static_fields) }
    },
    async beside(change) {
      if (change.action !== 'delete') return []
      const { id } = change.before
      const ended = (await stops.listBy('input', id)).map((stop) => stops.deleting(stop.id))
      return [...ended, ...extractors.deletedWith(id)]
    },
    notFound: (id) =>
      OBJECT_ID.test(id)
        ? inputNotFound(id)
        : new LogyardError('not-found', 'input-id-invalid', `Input id <${id}> is invalid!`),
    pack: packPart(deps),
  })
  return {
    ...kind,
    addStaticField: (id, key, value, username) =>
      kind.replace(id, ({ static_fields }) => ({ static_fields: { ...static_fields, [key]: value } }), username),
    removeStaticField: (id, key, username) =>
      kind.replace(id, ({ static_fields }) => ({ static_fields: without(static_fields, key, id) }), username),
  }
}

const NO_SETTINGS: InputCreateRequest = { title: '', type: '', configuration: {} }

function readSettings(types: InputKindDeps['types'], draft: InputCreateRequest, before: StoredInput | undefined) {
  const inputType = types.find(draft.type)
  if (inputType === undefined) throw inputTypeUnknown()
  if (draft.title.trim() === '') throw validationFailed({ title: ['The title must not be empty.'] })
  const { configuration: request, secretsWithin } = inputType
  const stored = before === undefined ? {} : storedConfiguration(before)
  const retained = retainSecrets(request, draft.configuration, stored, secretsWithin)
  const problem = configurationProblem(request, retained)
  if (problem !== undefined) throw inputConfigurationRefused(problem.detail)
  const global = draft.global ?? false
  return {
    title: draft.title,
    type: draft.type,
    global,
    node: global ? null : (draft.node ?? null),
    configuration: JSON.stringify(retained),
  }
}

/** Fields that the input has already stay, whatever the rules say now. */
function readStaticFields(fields: StaticFields, before: StaticFields): Record<string, string> {
  for (const [key, value] of Object.entries(fields)) {
    if (Object.hasOwn(before, key) && before[key] === value) continue
    if (key === '' || value === '') throw staticFieldRefused('A static field needs a key and a value.')
    if (!FIELD_NAME.test(key)) throw staticFieldRefused(`Invalid key: [${key}]`)
    if (UNSETTABLE_FIELDS.has(key)) throw staticFieldRefused(`Cannot add static field. Field [${key}] is reserved.`)
  }
  return { ...fields }
}

function without(fields: StaticFields, key: string, inputId: string): StaticFields {
  const { [key]: removed, ...others } = fields
  if (removed === undefined) throw staticFieldNotFound(key, inputId)
  return others
}

const codec = shape({
  title: text,
  type: text,
  global: withDefault(boolean, false),
  configuration,
  static_fields: mapped(text),
  extractors: list(extractorCodec),
})
type PackData = Decoded<typeof codec>

export const inputForm: EntityForm<PackData> = {
  type: { name: 'input', version: '1' },
  codec,
  mapReferences: (data) => data,
}

function packPart({ types, nodeId, extractors }: InputKindDeps): PackPart<StoredInput, InputDraft, string, PackData> {
  const dataWith = async (input: StoredInput, shown: Readonly<Record<string, unknown>>): Promise<PackData> => ({
    title: input.title,
    type: input.type,
    global: input.global,
    static_fields: input.static_fields,
    configuration: shown,
    extractors: (await extractors.list(input.id)).map(extractorData),
  })
  return {
    ...inputForm,
    permissions: permissionsOf(contract.inputs),
    fieldsElsewhere: {
      node: 'nowhere',
      creator_user_id: 'nowhere',
      created_at: 'nowhere',
      content_pack: 'nowhere',
    },
    namesUsed: (data) => data.extractors.flatMap(namesOfExtractor),
    dataOf: (input) => dataWith(input, storedConfiguration(input)),
    shownOf: (input) => dataWith(input, types.shownConfiguration(input, { showSecrets: false })),
    draftOf: ({ title, type, global, configuration: config, static_fields }) => ({
      settings: { title, type, global, configuration: { ...config }, ...(global ? {} : { node: nodeId }) },
      static_fields,
    }),
    by: ({ caller }) => caller.username,
    beside: (input, data, { caller, signal, included }) =>
      extractors.preparing(input.id, data.extractors.map(extractorDraft), { by: { caller, signal }, included }),
  }
}
