import { type ConfigRequest, PASSWORD_SET } from '@logyard/contract/configured/configuration'

type Configuration = Readonly<Record<string, unknown>>

const secretNames = (request: ConfigRequest) =>
  Object.keys(request).filter((name) => request[name]?.attributes.includes('is_password'))

/** Replaces secrets that have a value by a placeholder, for callers who may not edit the entity. */
export function maskSecrets(request: ConfigRequest, configuration: Configuration): Record<string, unknown> {
  const masked = { ...configuration }
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
): Record<string, unknown> {
  const retained = { ...configuration }
  for (const name of secretNames(request)) {
    if (retained[name] !== PASSWORD_SET) continue
    if (Object.hasOwn(before, name)) retained[name] = before[name]
    else delete retained[name]
  }
  return retained
}
