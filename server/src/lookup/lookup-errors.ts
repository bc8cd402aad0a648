import { LogyardError } from '../platform/errors.ts'

/** The text that clients of the API know. */
const NOT_FOUND = 'HTTP 404 Not Found'

export const lookupObjectNotFound = () => new LogyardError('not-found', 'lookup-object-not-found', NOT_FOUND)

export const liveTableNotFound = (idOrName: string) =>
  new LogyardError('not-found', 'lookup-table-not-live', `Lookup table <${idOrName}> not found`)

export const adapterNotLive = (name: string) =>
  new LogyardError('not-found', 'data-adapter-not-live', `Unable to find data adapter ${name}`)

export const lookupNameTaken = (name: string) =>
  new LogyardError('invalid', 'lookup-name-taken', `The name ${name} is already in use.`)

export const cacheInUse = () =>
  new LogyardError('invalid', 'lookup-cache-in-use', 'The cache is still in use, cannot delete.')

export const adapterInUse = () =>
  new LogyardError('invalid', 'data-adapter-in-use', 'The adapter is still in use, cannot delete.')

export const parameterMismatch = (idOrName: string) =>
  new LogyardError(
    'invalid',
    'lookup-parameter-mismatch',
    `URL parameter <${idOrName}> does not match parameter in request body`,
  )

export const adapterHasNoValues = (name: string) =>
  new LogyardError('invalid', 'data-adapter-without-values', `The data adapter ${name} does not store values.`)

export const lookupValueNotFound = (key: string) =>
  new LogyardError('not-found', 'lookup-value-not-found', `The key <${key}> does not have a value`)

export const lookupValuesRefused = (sentence: string) => new LogyardError('invalid', 'lookup-values-refused', sentence)
