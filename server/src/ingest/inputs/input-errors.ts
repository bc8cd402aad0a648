import { LogyardError } from '../../platform/errors.ts'

export const inputNotFound = (id: string) =>
  new LogyardError('not-found', 'input-not-found', `Input <${id}> not found!`)

export const inputTypeUnknown = () =>
  new LogyardError('not-found', 'input-type-unknown', 'There is no such input type registered.')

export const inputTypeNotFound = (type: string) =>
  new LogyardError('not-found', 'input-type-not-found', `Unknown input type <${type}> requested.`)

/** `detail` explains a value of the right type that cannot be used; empty otherwise. */
export const inputConfigurationRefused = (detail: string) =>
  new LogyardError(
    'invalid',
    'input-configuration-refused',
    `Missing or invalid input configuration.${detail === '' ? '' : ` ${detail}`}`,
  )

export const inputStateNotFound = (id: string) =>
  new LogyardError('not-found', 'input-state-not-found', `No input state for input id <${id}> on this node.`)

export const staticFieldRefused = (reason: string) => new LogyardError('invalid', 'static-field-refused', reason)

export const staticFieldNotFound = (key: string, id: string) =>
  new LogyardError('not-found', 'static-field-not-found', `No such static field [${key}] on input <${id}>.`)
