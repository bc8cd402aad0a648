/** The common part of tables, caches and data adapters in content packs. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { text, textOrEmpty } from '../entities/codecs/scalar-codecs.ts'
import { configuration, shape } from '../entities/codecs/shape-codecs.ts'
import { entityInvalid } from '../entities/entity-errors.ts'

export const namedFields = { name: text, title: text, description: textOrEmpty }

/** A cache or a data adapter. */
export const partCodec = shape({ ...namedFields, configuration })

export function checkConfig<T>(schema: TSchema, config: unknown): T {
  if (Value.Check(schema, config)) return config as T
  const [error] = Value.Errors(schema, config)
  throw entityInvalid('configuration', `is not valid: ${error?.instancePath ?? ''} ${error?.message ?? ''}`)
}
