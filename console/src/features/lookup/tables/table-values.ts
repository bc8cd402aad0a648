/** The values of the form of a lookup table: initial values, validation, and what is sent. */
import type { LookupTable, LookupTableDraft } from '@logyard/contract/lookup/lookup-tables'
import type { FieldProblem } from '../../../ui/fields/field-problems.ts'
import { isRecord } from '../../../ui/is-record.ts'

export const SINGLE_TYPES = ['STRING', 'NUMBER', 'BOOLEAN', 'NULL'] as const
export const MULTI_TYPES = ['OBJECT', 'NULL'] as const
export type SingleType = (typeof SINGLE_TYPES)[number]
export type MultiType = (typeof MULTI_TYPES)[number]

export interface DefaultValue<Type> {
  readonly isOn: boolean
  readonly text: string
  readonly type: Type
}

export interface TableValues {
  readonly title: string
  readonly description: string
  readonly name: string
  readonly default_single_value: DefaultValue<SingleType>
  readonly default_multi_value: DefaultValue<MultiType>
  readonly data_adapter_id: string
  readonly cache_id: string
}

const NO_SINGLE: DefaultValue<SingleType> = { isOn: false, text: '', type: 'NULL' }
const NO_MULTI: DefaultValue<MultiType> = { isOn: false, text: '', type: 'NULL' }

export const NEW_TABLE: TableValues = {
  title: '',
  description: '',
  name: '',
  default_single_value: NO_SINGLE,
  default_multi_value: NO_MULTI,
  data_adapter_id: '',
  cache_id: '',
}

export function tableValues(table: LookupTable): TableValues {
  const single = SINGLE_TYPES.find((type) => type === table.default_single_value_type) ?? 'NULL'
  const multi = MULTI_TYPES.find((type) => type === table.default_multi_value_type) ?? 'NULL'
  return {
    title: table.title,
    description: table.description,
    name: table.name,
    default_single_value:
      single === 'NULL' ? NO_SINGLE : { isOn: true, text: table.default_single_value, type: single },
    default_multi_value: multi === 'NULL' ? NO_MULTI : { isOn: true, text: table.default_multi_value, type: multi },
    data_adapter_id: table.data_adapter_id,
    cache_id: table.cache_id,
  }
}

/** Switched on, a default value is a text or an object until the user selects another type. */
export const switchedSingle = (isOn: boolean): DefaultValue<SingleType> =>
  isOn ? { isOn, text: '', type: 'STRING' } : NO_SINGLE
export const switchedMulti = (isOn: boolean): DefaultValue<MultiType> =>
  isOn ? { isOn, text: '{}', type: 'OBJECT' } : NO_MULTI

const REQUIRED: FieldProblem = { text: 'lookup.problem.required' }

/** Problems by key of the API; valid fields are omitted. */
export function tableProblems({
  title,
  name,
  default_single_value: single,
  default_multi_value: multi,
  data_adapter_id,
  cache_id,
}: TableValues): Readonly<Record<string, FieldProblem>> {
  return {
    ...(title.trim() === '' ? { title: REQUIRED } : {}),
    ...(name.trim() === '' ? { name: REQUIRED } : {}),
    ...(single.type === 'NUMBER' && !isNumber(single.text)
      ? { default_single_value: { text: 'lookup.default.problem.number' } }
      : {}),
    ...(multi.type === 'OBJECT' && !isJsonObject(multi.text)
      ? { default_multi_value: { text: 'lookup.default.problem.object' } }
      : {}),
    ...(data_adapter_id === '' ? { data_adapter_id: REQUIRED } : {}),
    ...(cache_id === '' ? { cache_id: REQUIRED } : {}),
  }
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text))
  } catch {
    return false
  }
}

export function tableToSend(values: TableValues, table: LookupTable | undefined): LookupTableDraft {
  const { default_single_value: single, default_multi_value: multi } = values
  return {
    ...(table === undefined ? {} : { id: table.id, content_pack: table.content_pack }),
    title: values.title.trim(),
    description: values.description.trim(),
    name: values.name.trim(),
    cache_id: values.cache_id,
    data_adapter_id: values.data_adapter_id,
    default_single_value: single.type === 'NULL' ? '' : single.text,
    default_single_value_type: single.type,
    default_multi_value: multi.type === 'NULL' ? '' : multi.text,
    default_multi_value_type: multi.type,
  }
}
