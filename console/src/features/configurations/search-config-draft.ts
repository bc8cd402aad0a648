/** The search settings as text while they are edited. */
import type { SearchesConfig } from '@logyard/contract/search/searches-config'
import { isZeroPeriod, normalizePeriod, periodSeconds } from '../../ui/time/iso-period.ts'

export interface OptionDraft {
  readonly period: string
  readonly label: string
}
export interface SearchConfigDraft {
  readonly hasLimit: boolean
  readonly limit: string
  readonly relative: readonly OptionDraft[]
  readonly surrounding: readonly OptionDraft[]
  readonly filterFields: string
  readonly unanalysedFields: string
}

const NO_LIMIT = 'PT0S'
export const DEFAULT_LIMIT = 'P30D'

const optionsOf = (options: Readonly<Record<string, string>>): readonly OptionDraft[] =>
  Object.entries(options).map(([period, label]) => ({ period, label }))

export const draftOfConfig = (config: SearchesConfig): SearchConfigDraft => ({
  hasLimit: !isZeroPeriod(config.query_time_range_limit),
  limit: config.query_time_range_limit,
  relative: optionsOf(config.relative_timerange_options),
  surrounding: optionsOf(config.surrounding_timerange_options),
  filterFields: config.surrounding_filter_fields.join(', '),
  unanalysedFields: config.analysis_disabled_fields.join(', '),
})

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** `mayBeZero`: a period of zero means all messages, which only relative ranges allow. */
export function isValidPeriod(text: string, mayBeZero: boolean): boolean {
  const seconds = periodSeconds(text)
  return seconds !== undefined && (seconds > 0 || mayBeZero)
}

const areValid = (options: readonly OptionDraft[], mayBeZero: boolean) =>
  options.every(
    ({ period, label }, place) =>
      isValidPeriod(period, mayBeZero) && !isRepeated(options, place) && label.trim() !== '',
  )

/** Whether another option before this one has the same period. */
export const isRepeated = (options: readonly OptionDraft[], place: number): boolean =>
  options
    .slice(0, place)
    .some(({ period }) => normalizePeriod(period) === normalizePeriod(options[place]?.period ?? ''))

const recordOf = (options: readonly OptionDraft[]) =>
  Object.fromEntries(options.map(({ period, label }) => [normalizePeriod(period), label.trim()]))

type CheckedField = Exclude<keyof SearchConfigDraft, 'hasLimit'>

/** Whether each of the settings is valid. */
export const validFields = (draft: SearchConfigDraft): Readonly<Record<CheckedField, boolean>> => ({
  limit: !draft.hasLimit || isValidPeriod(draft.limit, false),
  relative: areValid(draft.relative, true),
  surrounding: areValid(draft.surrounding, false),
  filterFields: listOf(draft.filterFields).length > 0,
  unanalysedFields: listOf(draft.unanalysedFields).length > 0,
})

/** The settings to send; `undefined` if any of them is invalid. */
export function configOfDraft(draft: SearchConfigDraft): SearchesConfig | undefined {
  const { hasLimit, limit, relative, surrounding, filterFields, unanalysedFields } = draft
  if (Object.values(validFields(draft)).includes(false)) return undefined
  return {
    query_time_range_limit: hasLimit ? normalizePeriod(limit) : NO_LIMIT,
    relative_timerange_options: recordOf(relative),
    surrounding_timerange_options: recordOf(surrounding),
    surrounding_filter_fields: listOf(filterFields),
    analysis_disabled_fields: listOf(unanalysedFields),
  }
}
