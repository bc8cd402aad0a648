import {
  CONDITION_TYPES,
  CONVERTER_TYPES,
  CURSOR_STRATEGIES,
  EXTRACTOR_TYPES,
} from '@logyard/contract/extractors/extractors'
import { storedConfiguration } from '../../configured/stored-configured.ts'
import { type Decoded, withDefault } from '../../entities/codecs/codec.ts'
import { boolean, long, oneOf, text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { configuration, list, mapped, shape } from '../../entities/codecs/shape-codecs.ts'
import { type EntityForm, type EntityName, entityType } from '../../entities/entity-type.ts'
import type { Extractors } from '../../extractors/extractor-service.ts'
import { namesInPattern } from '../../grok/grok-pattern-kind.ts'
import type { Inputs } from '../../ingest/inputs/inputs.ts'
import { tableNamed } from './tables-used.ts'

const upper = (names: readonly string[]) => names.map((name) => name.toUpperCase())

const extractor = shape({
  title: text,
  type: oneOf(upper(EXTRACTOR_TYPES)),
  cursor_strategy: oneOf(upper(CURSOR_STRATEGIES)),
  target_field: textOrEmpty,
  source_field: text,
  configuration,
  converters: list(shape({ type: text, configuration })),
  condition_type: oneOf(upper(CONDITION_TYPES)),
  condition_value: textOrEmpty,
  order: long,
})

const codec = shape({
  title: text,
  type: text,
  global: withDefault(boolean, false),
  configuration,
  static_fields: mapped(text),
  extractors: list(extractor),
})
type InputData = Decoded<typeof codec>

export const inputForm: EntityForm<InputData> = {
  type: { name: 'input', version: '1' },
  codec,
  mapReferences: (data) => data,
}

type ExtractorData = Decoded<typeof extractor>
type StoredExtractor = Awaited<ReturnType<Extractors['get']>>

export interface InputEntityDeps {
  readonly inputs: Pick<Inputs, 'service' | 'types' | 'nodeId'>
  readonly extractors: Pick<Extractors, 'list' | 'preparing'>
}

export function inputEntity({ inputs, extractors }: InputEntityDeps) {
  const { service, types, nodeId } = inputs
  return entityType<InputData>({
    ...inputForm,
    permissions: {
      read: (id) => [`inputs:read:${id}`],
      create: 'inputs:create',
      edit: 'inputs:edit',
      delete: 'inputs:terminate',
    },
    titleOf: ({ title }) => title,
    namesUsed: (data) => data.extractors.flatMap(namesOfExtractor),
    list: async () => (await service.list()).map(({ id, title }) => ({ id, title })),
    async export(id) {
      const input = (await service.list()).find((one) => one.id === id)
      if (input === undefined) return undefined
      const { title, type, global, static_fields } = input
      const extracted = (await extractors.list(id)).map(extractorData)
      const facts = { title, type, global, static_fields, extractors: extracted }
      return {
        title,
        data: { ...facts, configuration: storedConfiguration(input) },
        shown: { ...facts, configuration: types.shownConfiguration(input, { showSecrets: false }) },
      }
    },
    async prepare(data, { caller, signal, included }, id) {
      const { title, type, global, static_fields } = data
      const draft = {
        title,
        type,
        global,
        configuration: { ...data.configuration },
        ...(global ? {} : { node: nodeId }),
      }
      const input = await service.preparing(draft, { staticFields: static_fields, creator: caller.username, id })
      const drafts = data.extractors.map(extractorDraft)
      const extracting = await extractors.preparing(input.entity.id, drafts, { by: { caller, signal }, included })
      return {
        entity: input.entity,
        writes: [...input.writes, ...extracting.writes],
        async takeEffect() {
          await input.takeEffect()
          await extracting.takeEffect()
        },
      }
    },
    remove: (id) => service.delete(id),
  })
}

const extractorData = (stored: StoredExtractor): ExtractorData => ({
  title: stored.title,
  type: stored.type.toUpperCase(),
  cursor_strategy: stored.cursor_strategy.toUpperCase(),
  target_field: stored.target_field,
  source_field: stored.source_field,
  configuration: stored.extractor_config,
  converters: stored.converters.map((one) => ({ type: one.type.toUpperCase(), configuration: one.config })),
  condition_type: stored.condition_type.toUpperCase(),
  condition_value: stored.condition_value,
  order: stored.order,
})

/** Converters of unknown types are left out. */
const extractorDraft = (data: ExtractorData) => ({
  title: data.title,
  extractor_type: data.type.toLowerCase(),
  cut_or_copy: data.cursor_strategy.toLowerCase(),
  source_field: data.source_field,
  target_field: data.target_field,
  extractor_config: { ...data.configuration },
  converters: Object.fromEntries(
    data.converters
      .map((one) => [one.type.toLowerCase(), { ...one.configuration }] as const)
      .filter(([type]) => CONVERTER_TYPES.some((known) => known === type)),
  ),
  condition_type: data.condition_type.toLowerCase(),
  condition_value: data.condition_value,
  order: data.order,
})

function namesOfExtractor({ type, configuration: config, converters }: ExtractorData): readonly EntityName[] {
  const tables = [
    ...(type === 'LOOKUP_TABLE' ? [config] : []),
    ...converters.filter((one) => one.type.toUpperCase() === 'LOOKUP_TABLE').map((one) => one.configuration),
  ].map((one) => one['lookup_table_name'])
  const { grok_pattern: pattern } = config
  return [
    ...tables.flatMap(tableNamed),
    ...(type === 'GROK' && typeof pattern === 'string' ? namesInPattern(pattern) : []),
  ]
}
