/** The values of the form of a cache or a data adapter: initial values, validation, and what is sent. */
import type { DurationUnit } from '@logyard/contract/configured/duration-units'
import type { Field } from '@logyard/contract/configured/field'
import { type FieldProblem, fieldProblems } from '../../../ui/fields/field-problems.ts'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { inGroup } from '../../../ui/form/field-groups.ts'
import type { Part, PartDraft, StoredConfig } from './part-kind.ts'

export interface PartValues {
  readonly title: string
  readonly description: string
  readonly name: string
  readonly custom_error_ttl_enabled: boolean
  readonly custom_error_ttl: number | null
  readonly custom_error_ttl_unit: DurationUnit | null
  readonly config: StoredConfig & Readonly<Record<string, unknown>>
}

/** How long errors are cached; only data adapters. */
export const ERROR_TTL: OwnField<'period'> = {
  kind: 'period',
  name: 'custom_error_ttl',
  unit_name: 'custom_error_ttl_unit',
  flag_name: 'custom_error_ttl_enabled',
  label: 'lookup.errorTtl',
  help: 'lookup.errorTtl.help',
  off: null,
  initial: { amount: 1, unit: 'MINUTES' },
}

export const newPart = (config: StoredConfig): PartValues => ({
  title: '',
  description: '',
  name: '',
  custom_error_ttl_enabled: false,
  custom_error_ttl: null,
  custom_error_ttl_unit: null,
  // The API proposes paths that exist on no server of Logyard.
  config: Object.assign({ ...config }, 'path' in config ? { path: '' } : {}),
})

export const partValues = (part: Part): PartValues => ({
  title: part.title,
  description: part.description,
  name: part.name,
  custom_error_ttl_enabled: part.custom_error_ttl_enabled === true,
  custom_error_ttl: part.custom_error_ttl ?? null,
  custom_error_ttl_unit: part.custom_error_ttl_unit ?? null,
  config: { ...part.config },
})

const REQUIRED: FieldProblem = { text: 'ui.config.required' }

/** Errors by field of the form. */
export const partProblems = (values: PartValues, fields: readonly Field[]): Readonly<Record<string, FieldProblem>> => ({
  ...(values.title.trim() === '' ? { title: REQUIRED } : {}),
  ...(values.name.trim() === '' ? { name: REQUIRED } : {}),
  ...fieldProblems([ERROR_TTL], { ...values }),
  ...inGroup('config', fieldProblems(fields, values.config)),
})

export const partToSend = (values: PartValues, part: Part | undefined): PartDraft => ({
  ...(part === undefined ? {} : { id: part.id, content_pack: part.content_pack }),
  ...values,
  title: values.title.trim(),
  description: values.description.trim(),
  name: values.name.trim(),
})
