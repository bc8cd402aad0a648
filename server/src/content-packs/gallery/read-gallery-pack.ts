/** Makes the content pack of a folder: its objects are configuration text, as a user's files are. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NamedEntity } from '@logyard/contract/content-packs/configuration-text'
import type { ContentPack, PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { EVENTS_STREAM_ID, WELL_KNOWN_STREAM_TITLES } from '@logyard/contract/streams/stream-ids'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { isRecord, isReference, type Reading } from '../../entities/codecs/codec.ts'
import type { EntityForm, EntityRef } from '../../entities/entity-type.ts'
import { stableUuid } from '../../entities/stable-uuid.ts'
import { eventDefinitionForm } from '../../events/definitions/definition-pack.ts'
import { inputForm } from '../../ingest/inputs/input-kind.ts'
import { pipelineForm } from '../../pipelines/pipeline-kind.ts'
import { pipelineRuleForm } from '../../pipelines/rules/rule-kind.ts'
import { rulesInPipeline } from '../../pipelines/rules-in-pipeline.ts'
import { streamForm } from '../../streams/stream-kind.ts'
import { dashboardForm, searchForm } from '../../views/view-pack.ts'
import { readEntityFolder } from '../text/entity-folder.ts'
import { PackFile, type PackFileParameter, type PackFileSend } from './pack-file.ts'

const FOLDER = join(import.meta.dirname, 'packs')
const VENDOR = 'Logyard'
const SERVER_VERSION = '4.0.0'
/** Packs have no time of their own, so that the same revision is always the same. */
const CREATED_AT = '2026-11-01T00:00:00.000Z'

export async function readGalleryPack(name: string) {
  const file = Value.Parse(PackFile, parse(await readFile(join(FOLDER, name, 'pack.yaml'), 'utf8')))
  const entities = inOrder(await readEntityFolder(join(FOLDER, name, 'objects')))
  const written = entities.map((entity) => packEntity(name, entity, entities))
  const parameters = (file.parameters ?? []).map((parameter) => packParameter(parameter, written))
  const pack: ContentPack = {
    ...{ v: '1', id: stableUuid(name), rev: file.rev, name: file.title, summary: file.summary },
    ...{ description: file.description, vendor: VENDOR, url: '', created_at: CREATED_AT },
    server_version: SERVER_VERSION,
    parameters,
    entities: written.map((entity) => withParameters(entity, file.parameters ?? [])),
  }
  const sends = (file.send ?? []).map((send) => ({ input: inputOf(send, written).id, text: send.text }))
  return { file, pack, sends }
}

type WritePlain = (data: unknown, ids: string, replaced: (ref: EntityRef) => string) => unknown

const writing =
  <Data>({ codec, mapReferences }: EntityForm<Data>): WritePlain =>
  (data, ids, replaced) => {
    const reading: Reading = { form: 'plain', parameters: new Map(), path: '', ids }
    return codec.write(mapReferences(codec.read(data, reading), replaced), 'pack')
  }

const writingView =
  (form: typeof dashboardForm): WritePlain =>
  (data, ids, replaced) => {
    const view = writing(form)(data, ids, replaced)
    if (!isRecord(view) || !isRecord(view['search'])) return view
    return { ...view, created_at: CREATED_AT, search: { ...view['search'], created_at: CREATED_AT } }
  }

/** Graylog reads from packs where events are stored; here it is always the same. */
const STORAGE = [{ type: 'persist-to-streams-v1', streams: [EVENTS_STREAM_ID] }]
const writingDefinition: WritePlain = (...given) => {
  const definition = writing(eventDefinitionForm)(...given)
  return isRecord(definition) ? { ...definition, storage: STORAGE } : definition
}

/** Writers in the order in which packs list their entities. */
const WRITERS: ReadonlyMap<string, WritePlain> = new Map([
  [inputForm.type.name, writing(inputForm)],
  [pipelineRuleForm.type.name, writing(pipelineRuleForm)],
  [pipelineForm.type.name, writing(pipelineForm)],
  [streamForm.type.name, writing(streamForm)],
  [searchForm.type.name, writingView(searchForm)],
  [dashboardForm.type.name, writingView(dashboardForm)],
  [eventDefinitionForm.type.name, writingDefinition],
])
const TYPE_NAMES = [...WRITERS.keys()]

/** Sorts entities by type, and rules as the pipelines name them. */
function inOrder(entities: readonly NamedEntity[]): readonly NamedEntity[] {
  const sources = entities.filter(({ type }) => type.name === pipelineForm.type.name).map(sourceOf)
  const rules = sources.flatMap(rulesInPipeline)
  const rank = ({ type }: NamedEntity) => TYPE_NAMES.indexOf(type.name)
  const place = ({ type, name }: NamedEntity) => (type.name === pipelineRuleForm.type.name ? rules.indexOf(name) : 0)
  return entities.toSorted((one, other) => rank(one) - rank(other) || place(one) - place(other))
}

const sourceOf = ({ data }: NamedEntity): string =>
  isRecord(data) && typeof data['source'] === 'string' ? data['source'] : ''

/** Ids by title. */
const BUILT_IN_STREAMS: ReadonlyMap<string, string> = new Map(
  Object.entries(WELL_KNOWN_STREAM_TITLES).map(([id, title]) => [title, id]),
)

const idOf = (pack: string, type: string, name: string): string => stableUuid(`${pack}/${type}/${name}`)

function packEntity(pack: string, { type, name, data }: NamedEntity, all: readonly NamedEntity[]): PackEntity {
  const write = WRITERS.get(type.name)
  if (write === undefined) throw new Error(`The pack ${pack} has an entity of the type ${type.name}`)
  const replaced = (ref: EntityRef): string => {
    if (all.some((one) => one.type.name === ref.type && one.name === ref.id)) return idOf(pack, ref.type, ref.id)
    const builtIn = ref.type === streamForm.type.name ? BUILT_IN_STREAMS.get(ref.id) : undefined
    if (builtIn === undefined) throw new Error(`The ${type.name} ${name} needs the ${ref.type} ${ref.id}`)
    return builtIn
  }
  return {
    v: '1',
    type,
    id: idOf(pack, type.name, name),
    data: write(data, pack, replaced),
    constraints: [{ type: 'server-version', version: `>=${SERVER_VERSION}` }],
  }
}

function packParameter(parameter: PackFileParameter, entities: readonly PackEntity[]): PackParameter {
  const { name, title, description, type, replaces } = parameter
  const [value] = replaces.map(({ input, key }) => valueAt(entities.find((one) => isInput(one, input))?.data, key))
  const default_value = isReference(value) ? value['@value'] : undefined
  if (typeof default_value !== 'string' && typeof default_value !== 'number') {
    throw new Error(`The parameter ${name} replaces a value that is missing`)
  }
  return { name, title, description, type, default_value }
}

function inputOf({ input }: PackFileSend, entities: readonly PackEntity[]): PackEntity {
  const found = entities.find((entity) => isInput(entity, input))
  if (found === undefined) throw new Error(`The pack has no input ${input}`)
  return found
}

const isInput = ({ type, data }: PackEntity, title: string): boolean => {
  const given = type.name === inputForm.type.name ? valueAt(data, 'title') : undefined
  return isReference(given) && given['@value'] === title
}

const valueAt = (data: unknown, key: string): unknown =>
  key.split('.').reduce((value, name) => (isRecord(value) ? value[name] : undefined), data)

/** The entity with the parameters in place of the values that they replace. */
function withParameters(entity: PackEntity, parameters: readonly PackFileParameter[]): PackEntity {
  let { data } = entity
  for (const { name, replaces } of parameters) {
    for (const { input, key } of replaces) {
      if (isInput(entity, input)) data = withValueAt(data, key.split('.'), { '@type': 'parameter', '@value': name })
    }
  }
  return { ...entity, data }
}

function withValueAt(data: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  return isRecord(data) ? { ...data, [name]: withValueAt(data[name], rest, value) } : data
}
