import { ExtractorRefused } from './extractor-refused.ts'

/** Reads the values of a configuration. `path` names it in errors: `extractor_config`, `converters.csv`. */
export type ConfigReader = ReturnType<typeof createConfigReader>

export function createConfigReader(path: string, config: Readonly<Record<string, unknown>>) {
  const refuse = (name: string, reason: string) => new ExtractorRefused(`${path}.${name}`, `${name} ${reason}`)
  const given = (name: string): unknown => (Object.hasOwn(config, name) ? (config[name] ?? undefined) : undefined)

  return {
    path,
    refuse,
    /** Must be present and not empty. */
    text(name: string) {
      const value = given(name)
      if (typeof value !== 'string' || value === '') throw refuse(name, 'must be a text that is not empty')
      return value
    },
    /** The default if the value is missing or not a text. */
    optionalText(name: string, byDefault: string) {
      const value = given(name)
      return typeof value === 'string' ? value : byDefault
    },
    integer(name: string) {
      const value = given(name)
      if (!Number.isInteger(value)) throw refuse(name, 'must be a whole number')
      return Number(value)
    },
    /** The default if the value is missing or not a boolean. */
    flag(name: string, byDefault: boolean) {
      const value = given(name)
      return typeof value === 'boolean' ? value : byDefault
    },
    /** Refused if it is present but not of this type. */
    onlyText(name: string, byDefault: string) {
      const value = given(name) ?? byDefault
      if (typeof value !== 'string') throw refuse(name, 'must be a text')
      return value
    },
    onlyFlag(name: string, byDefault: boolean) {
      const value = given(name) ?? byDefault
      if (typeof value !== 'boolean') throw refuse(name, 'must be true or false')
      return value
    },
  }
}
