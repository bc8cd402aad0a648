import { type ConfigRequest, PASSWORD_SET } from '@logyard/contract/configured/configuration'

type Configuration = Readonly<Record<string, unknown>>

/** Functions of a field whose text has secrets among other settings. */
export interface SecretsWithin {
  mask(text: string): string
  /** Puts the secrets of `before` in place of the masks that a client sent back. */
  unmask(text: string, before: string): string
}
export type SecretsWithinFields = Readonly<Record<string, SecretsWithin>>

const secretNames = (request: ConfigRequest) =>
  Object.keys(request).filter((name) => request[name]?.attributes.includes('is_password'))

/** Replaces secrets that have a value by a placeholder, for callers who may not edit the entity. */
export function maskSecrets(
  request: ConfigRequest,
  configuration: Configuration,
  within: SecretsWithinFields = {},
): Record<string, unknown> {
  const masked = { ...configuration }
  for (const [name, { mask }] of Object.entries(within)) {
    const value = masked[name]
    if (typeof value === 'string') masked[name] = mask(value)
  }
  for (const name of secretNames(request)) {
    const value = masked[name]
    if (value !== undefined && value !== null && value !== '') masked[name] = PASSWORD_SET
  }
  return masked
}

/** Puts the stored secret in place of a placeholder that a client sent back; drops it if no secret was stored. */
export function retainSecrets(
  request: ConfigRequest,
  configuration: Configuration,
  before: Configuration,
  within: SecretsWithinFields = {},
): Record<string, unknown> {
  const retained = { ...configuration }
  for (const [name, { unmask }] of Object.entries(within)) {
    const [value, stored] = [retained[name], before[name]]
    if (typeof value === 'string') retained[name] = unmask(value, typeof stored === 'string' ? stored : '')
  }
  for (const name of secretNames(request)) {
    if (retained[name] !== PASSWORD_SET) continue
    if (Object.hasOwn(before, name)) retained[name] = before[name]
    else delete retained[name]
  }
  return retained
}
