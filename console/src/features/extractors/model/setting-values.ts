/** Settings on their way between the API and the form. */
import { type FieldProblem, fieldProblems } from '../../../ui/fields/field-problems.ts'
import type { FieldValues } from '../../../ui/fields/field-values.ts'
import type { Setting } from './extractor-settings.ts'

/** The stored values, else the defaults. A stored value of the wrong type is ignored. */
export const shownSettings = (settings: readonly Setting[], stored: FieldValues): FieldValues =>
  Object.fromEntries(
    settings.map(({ name, initial }) => [name, typeof stored[name] === typeof initial ? stored[name] : initial]),
  )

/** What the API takes. Stored keys that the form does not know are kept. */
export function sentSettings(
  settings: readonly Setting[],
  values: FieldValues,
  stored: FieldValues,
): Record<string, unknown> {
  const sent: Record<string, unknown> = { ...stored }
  for (const { name, initial, is_optional, isSentEmpty } of settings) {
    const value = values[name] ?? initial
    if (value === '' && is_optional === true && isSentEmpty !== true) delete sent[name]
    else sent[name] = value
  }
  return sent
}

/** Problems by name; valid settings are omitted. A setting without a value has its default. */
export const settingProblems = (
  settings: readonly Setting[],
  values: FieldValues,
): Readonly<Record<string, FieldProblem>> =>
  fieldProblems(settings, { ...Object.fromEntries(settings.map(({ name, initial }) => [name, initial])), ...values })
