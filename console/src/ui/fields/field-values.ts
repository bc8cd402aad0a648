/** The values of described fields, as forms and summaries read and change them. */
import type { DurationUnit } from '@logyard/contract/configured/duration-units'
import type { Condition, FieldOf } from '@logyard/contract/configured/field'
import { isTimeUnit } from './time-units.ts'

/** Values by the name of the property; the API may omit some. */
export type FieldValues = Readonly<Record<string, unknown>>

const SHOWN: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }
const SENT: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\r': '\r' }

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

export const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

export function headersOf(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([name, text]) => [name, String(text)])
}

/** `SecretField` reports the stored secret, a new text, or nothing. */
export const secretToSend = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Whether nothing is entered, or a flag is off. */
export const isUnset = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)

export const holds = (condition: Condition | undefined, values: FieldValues): boolean =>
  condition?.values.some((value) => value === (values[condition.name] ?? null)) === true

export interface Period {
  readonly isOn: boolean
  readonly amount: number | undefined
  readonly unit: DurationUnit
}

export function periodOf(values: FieldValues, field: FieldOf<'period'>): Period {
  const { name, unit_name, flag_name, initial } = field
  const amount = numberOf(values[name])
  const unit = values[unit_name]
  const isAmountOn = amount !== 0 && values[name] !== null && values[name] !== undefined
  const isOn = flag_name === undefined ? isAmountOn : values[flag_name] === true
  return { isOn, amount, unit: isTimeUnit(unit) ? unit : initial.unit }
}

/** The properties that a changed period sets. A missing amount is an empty text. */
export function periodChange(field: FieldOf<'period'>, { isOn, amount, unit }: Period): FieldValues {
  const { name, unit_name, flag_name, off } = field
  return {
    [name]: isOn ? (amount ?? '') : off,
    [unit_name]: isOn ? unit : null,
    ...(flag_name === undefined ? {} : { [flag_name]: isOn }),
  }
}
