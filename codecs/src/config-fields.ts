/** The fields of a codec's configuration request, and how their values are read: a wrong type is as good as none. */
import type { ConfigField } from '@logyard/contract/configured/configuration'

interface About {
  readonly label: string
  readonly description: string
  readonly isOptional: boolean
}

export const textField = (about: About, defaultValue: string | null): ConfigField => field('text', about, defaultValue)
export const numberField = (about: About, defaultValue: number): ConfigField => field('number', about, defaultValue)
export const booleanField = (about: Omit<About, 'isOptional'>, defaultValue: boolean): ConfigField =>
  field('boolean', { ...about, isOptional: true }, defaultValue)

export const overrideSourceField: ConfigField = textField(
  {
    label: 'Override source',
    description: 'Every message gets this source, whatever its sender says',
    isOptional: true,
  },
  null,
)

export type Configuration = Readonly<Record<string, unknown>>

/** An empty text is none: forms send it for a field that was left alone. */
export function textSetting(configuration: Configuration, name: string): string | undefined {
  const value = configuration[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

export function booleanSetting(configuration: Configuration, name: string, defaultValue: boolean): boolean {
  const value = configuration[name]
  return typeof value === 'boolean' ? value : defaultValue
}

/** Whole and above zero, or the default. */
export function countSetting(configuration: Configuration, name: string, defaultValue: number): number {
  const value = configuration[name]
  const whole = typeof value === 'number' ? Math.trunc(value) : Number.NaN
  return Number.isSafeInteger(whole) && whole > 0 ? whole : defaultValue
}

function field(type: ConfigField['type'], about: About, defaultValue: ConfigField['default_value']): ConfigField {
  return {
    type,
    human_name: about.label,
    description: about.description,
    default_value: defaultValue,
    is_optional: about.isOptional,
    attributes: [],
    additional_info: {},
    position: 100,
  }
}
