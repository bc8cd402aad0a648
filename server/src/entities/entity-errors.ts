import { LogyardError } from '../platform/errors.ts'

/** The data of an entity is not as its kind needs it. `path` is dotted, from the data on. */
export const entityInvalid = (path: string, reason: string) =>
  new LogyardError('invalid', 'content-pack-entity-invalid', `${path === '' ? 'The data' : path} ${reason}`)

/** An object of the system stands in the place of the entity, but differs from it. */
export const entityDiffers = (sentence: string) => new LogyardError('invalid', 'content-pack-entity-differs', sentence)
