import { LogyardError } from '../platform/errors.ts'

export const urlWhitelistRefused = (sentence: string) => new LogyardError('invalid', 'url-whitelist-refused', sentence)

export const urlNotWhitelisted = (url: string) =>
  new LogyardError('invalid', 'url-not-whitelisted', `URL ${url} is not whitelisted.`)
