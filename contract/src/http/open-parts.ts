/**
 * Places where a request may contain more than its schema names. Every other object is closed: an unknown property
 * is refused. `requests.test.ts` walks all requests and finds objects that are neither closed nor marked here.
 */
import { type Static, type TSchema, Type } from 'typebox'

/** Marks an object whose unknown properties are removed before a handler runs. */
export const IGNORES_UNKNOWN = 'x-ignores-unknown'
/** Marks a place that accepts any JSON, and states why. */
export const ANY_JSON = 'x-any-json'

/** For objects that clients send back as they read them: properties that the call does not accept are ignored. */
export const ignoresUnknown = { [IGNORES_UNKNOWN]: true } as const

/** The maximum number of properties of a map without known names, and the maximum length of a name. */
const MAX_PROPERTIES = 1000
const MAX_NAME_LENGTH = 1000

interface MapOptions {
  readonly title?: string
  readonly description?: string
  readonly minProperties?: number
  readonly maxProperties?: number
}

const mapFacts = ({ maxProperties = MAX_PROPERTIES, ...options }: MapOptions) => ({
  ...options,
  type: 'object',
  maxProperties,
  propertyNames: { maxLength: MAX_NAME_LENGTH },
})

/**
 * Values of one kind under names that clients choose. Not `Type.Record`: its pattern for names does not match a name
 * with a line break, and the value under such a name would not be checked at all.
 */
export const mapOf = <S extends TSchema>(value: S, options: MapOptions = {}) =>
  Type.Unsafe<Record<string, Static<S>>>({ ...mapFacts(options), additionalProperties: value })

/** Any JSON under names that clients choose. */
export const freeMap = (reason: string, options: MapOptions = {}) =>
  Type.Unsafe<Record<string, unknown>>({ ...mapFacts(options), additionalProperties: true, [ANY_JSON]: reason })

/** Any JSON. */
export const anyJson = (reason: string, description?: string) =>
  Type.Unknown({ [ANY_JSON]: reason, ...(description === undefined ? {} : { description }) })
