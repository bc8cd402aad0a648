/** Configurations on their way between the API and the form: what is shown, what is invalid, what is sent. */
import type { DurationUnit } from '@logyard/contract/configured/duration-units'
import type { MessageId } from '../../../base/text/catalogues.ts'
import type { Config, PeriodSetting, Setting, StoredConfig } from './settings.ts'
import { isTimeUnit } from './time-units.ts'

const SHOWN: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }
const SENT: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\r': '\r' }

export const configOf = (stored: StoredConfig): Config => ({ ...stored })

/** Line breaks and tabs are shown as they are written in the form. */
export const shownCharacter = (text: string): string => SHOWN[text] ?? text
export const sentCharacter = (text: string): string => SENT[text] ?? text

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** An empty or unreadable number is undefined. */
export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export interface Period {
  readonly isOn: boolean
  readonly amount: number | undefined
  readonly unit: DurationUnit
}

export function periodOf(config: Config, { name, unitName, flagName, initial }: PeriodSetting): Period {
  const amount = numberOf(config[name])
  const unit = config[unitName]
  const isOn = flagName === undefined ? amount !== 0 && config[name] !== null : config[flagName] === true
  return { isOn, amount, unit: isTimeUnit(unit) ? unit : initial.unit }
}

/** The keys that a changed period sets. An amount that is missing is empty in the form. */
export function periodChange(
  setting: PeriodSetting,
  { isOn, amount, unit }: Period,
): Readonly<Record<string, unknown>> {
  const { name, unitName, flagName, off } = setting
  return {
    [name]: isOn ? (amount ?? '') : off,
    [unitName]: isOn ? unit : null,
    ...(flagName === undefined ? {} : { [flagName]: isOn }),
  }
}

export function headersOf(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([name, text]) => [name, String(text)])
}

export interface Problem {
  readonly text: MessageId
  readonly values?: Readonly<Record<string, number>>
}

const REQUIRED: Problem = { text: 'lookup.problem.required' }

/** By key; valid settings are omitted. */
export function configProblems(settings: readonly Setting[], config: Config): Readonly<Record<string, Problem>> {
  const found = settings.flatMap((setting): [string, Problem][] => {
    const problem = problemOf(setting, config)
    return problem === undefined ? [] : [[setting.name, problem]]
  })
  return Object.fromEntries(found)
}

function problemOf(setting: Setting, config: Config): Problem | undefined {
  const value = config[setting.name]
  switch (setting.kind) {
    case 'text': {
      const text = textOf(value)
      if (setting.isCharacter === true) {
        return [...sentCharacter(text)].length === 1 ? undefined : { text: 'lookup.problem.character' }
      }
      return setting.isRequired === true && text.trim() === '' ? REQUIRED : undefined
    }
    case 'url':
      return textOf(value).trim() === '' ? REQUIRED : undefined
    case 'number':
      return setting.disabledBy !== undefined && config[setting.disabledBy] === true
        ? undefined
        : numberProblem(numberOf(value), setting.min)
    case 'period': {
      const { isOn, amount } = periodOf(config, setting)
      return isOn ? numberProblem(amount, 1) : undefined
    }
    case 'flag':
    case 'choice':
    case 'headers':
    case 'secret':
      return undefined
    default:
      return setting satisfies never
  }
}

function numberProblem(value: number | undefined, min: number): Problem | undefined {
  if (value === undefined) return REQUIRED
  return value < min ? { text: 'lookup.problem.min', values: { min } } : undefined
}
