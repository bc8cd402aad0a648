/** Settings on their way between the API and the form. */
import type { Setting, SettingValue } from './extractor-settings.ts'

/** What the fields of the form contain. */
export type SettingValues = Readonly<Record<string, SettingValue>>
type StoredConfig = Readonly<Record<string, unknown>>

const SHOWN: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t' }
const SENT: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t' }

/** The stored values, else the defaults. A stored value of the wrong type is ignored. */
export const shownSettings = (settings: readonly Setting[], stored: StoredConfig): SettingValues =>
  Object.fromEntries(
    settings.map((setting) => {
      const value = stored[setting.name]
      const known = typeof value === typeof setting.initial ? (value as SettingValue) : setting.initial
      const isCharacter = setting.kind === 'text' && setting.isCharacter === true
      return [setting.name, isCharacter ? (SHOWN[String(known)] ?? known) : known]
    }),
  )

/** What the API takes. Stored keys that the form does not know are kept. */
export function sentSettings(
  settings: readonly Setting[],
  values: SettingValues,
  stored: StoredConfig,
): Record<string, unknown> {
  const sent: Record<string, unknown> = { ...stored }
  for (const setting of settings) {
    const value = values[setting.name] ?? setting.initial
    if (value === '' && isLeftOut(setting)) delete sent[setting.name]
    else sent[setting.name] = setting.kind === 'text' && setting.isCharacter ? (SENT[String(value)] ?? value) : value
  }
  return sent
}

const isLeftOut = (setting: Setting): boolean =>
  setting.kind === 'text' && setting.isRequired !== true && setting.mayBeEmpty !== true

export type SettingProblem = 'extractors.problem.required' | 'extractors.problem.min'

/** By name; valid settings are omitted. */
export function settingProblems(
  settings: readonly Setting[],
  values: SettingValues,
): Readonly<Record<string, SettingProblem>> {
  const problems: Record<string, SettingProblem> = {}
  for (const setting of settings) {
    const value = values[setting.name] ?? setting.initial
    if (setting.kind === 'number') {
      if (typeof value !== 'number') problems[setting.name] = 'extractors.problem.required'
      else if (value < setting.min) problems[setting.name] = 'extractors.problem.min'
    } else if (setting.kind !== 'flag' && setting.isRequired === true && value === '') {
      problems[setting.name] = 'extractors.problem.required'
    }
  }
  return problems
}
