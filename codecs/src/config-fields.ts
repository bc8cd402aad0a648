/** The configuration fields of codecs, and how their values are read: one of the wrong type counts as missing. */
import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigField } from '@logyard/contract/configured/configuration'

interface Description {
  readonly label: string
  readonly description: string
  readonly isOptional: boolean
}

const field = (
  type: ConfigField['type'],
  { label, description, isOptional }: Description,
  defaultValue: ConfigField['default_value'],
) => configField(type, label, description, defaultValue, { required: !isOptional })

export const textField = (about: Description, defaultValue: string | null) => field('text', about, defaultValue)
export const numberField = (about: Description, defaultValue: number) => field('number', about, defaultValue)
export const booleanField = (about: Omit<Description, 'isOptional'>, defaultValue: boolean) =>
  field('boolean', { ...about, isOptional: true }, defaultValue)

export const overrideSourceField: ConfigField = textField(
  {
    label: 'Override source',
    description: 'Replace the source of every message',
    isOptional: true,
  },
  null,
)

export type Configuration = Readonly<Record<string, unknown>>

/** Empty text counts as missing: forms send it for a field that the user left empty. */
export function textSetting(configuration: Configuration, name: string): string | undefined {
  const value = configuration[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

export function booleanSetting(configuration: Configuration, name: string, defaultValue: boolean): boolean {
  const value = configuration[name]
  return typeof value === 'boolean' ? value : defaultValue
}

/** A positive integer, or the default. */
export function countSetting(configuration: Configuration, name: string, defaultValue: number): number {
  const value = configuration[name]
  const whole = typeof value === 'number' ? Math.trunc(value) : Number.NaN
  return Number.isSafeInteger(whole) && whole > 0 ? whole : defaultValue
}
