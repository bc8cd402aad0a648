/** The values of the form of a cache or a data adapter: initial values, validation, and what is sent. */
import { configOf, configProblems, type Period, type Problem } from '../model/config-values.ts'
import type { Config, Setting, StoredConfig } from '../model/settings.ts'
import type { Part, PartDraft } from './part-kind.ts'

export interface PartValues {
  readonly title: string
  readonly description: string
  readonly name: string
  readonly config: Config
  /** How long errors are cached; only data adapters. */
  readonly errorTtl: Period
}

const NO_ERROR_TTL: Period = { isOn: false, amount: undefined, unit: 'MINUTES' }

export const newPart = (config: StoredConfig): PartValues => ({
  title: '',
  description: '',
  name: '',
  config: configOf(config),
  errorTtl: NO_ERROR_TTL,
})

export const partValues = (part: Part): PartValues => ({
  title: part.title,
  description: part.description,
  name: part.name,
  config: configOf(part.config),
  errorTtl: {
    isOn: part.custom_error_ttl_enabled === true,
    amount: part.custom_error_ttl ?? undefined,
    unit: part.custom_error_ttl_unit ?? 'MINUTES',
  },
})

const REQUIRED: Problem = { text: 'lookup.problem.required' }

/** By key of the API; valid fields are omitted. */
export function partProblems(values: PartValues, settings: readonly Setting[]): Readonly<Record<string, Problem>> {
  const { title, name, config, errorTtl } = values
  return {
    ...(title.trim() === '' ? { title: REQUIRED } : {}),
    ...(name.trim() === '' ? { name: REQUIRED } : {}),
    ...(errorTtl.isOn && errorTtl.amount === undefined ? { custom_error_ttl: REQUIRED } : {}),
    ...configProblems(settings, config),
  }
}

export function partToSend(
  { title, description, name, config, errorTtl }: PartValues,
  part: Part | undefined,
): PartDraft {
  return {
    ...(part === undefined ? {} : { id: part.id, content_pack: part.content_pack }),
    title: title.trim(),
    description: description.trim(),
    name: name.trim(),
    custom_error_ttl_enabled: errorTtl.isOn,
    custom_error_ttl: errorTtl.isOn ? (errorTtl.amount ?? null) : null,
    custom_error_ttl_unit: errorTtl.isOn ? errorTtl.unit : null,
    config,
  }
}
