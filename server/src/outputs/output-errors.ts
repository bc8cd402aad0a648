import { LogyardError } from '../platform/errors.ts'

export const outputNotFound = (id: string) =>
  new LogyardError('not-found', 'output-not-found', `Output <${id}> not found!`)
