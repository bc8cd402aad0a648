import { LogyardError } from '../../platform/errors.ts'

export const messageNotFound = (id: string, index: string) =>
  new LogyardError('not-found', 'message-not-found', `Message ${id} does not exist in index ${index}`)
