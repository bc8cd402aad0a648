import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { PASSWORD_SET } from '@logyard/contract/ingest/inputs'

type Configuration = Readonly<Record<string, unknown>>

const passwordNames = (request: ConfigRequest) =>
  Object.keys(request).filter((name) => request[name]?.attributes.includes('is_password'))

/** For callers who may not edit what is configured. */
export function maskPasswords(request: ConfigRequest, configuration: Configuration): Record<string, unknown> {
  const masked = { ...configuration }
  for (const name of passwordNames(request)) {
    const value = masked[name]
    if (value !== undefined && value !== null && value !== '') masked[name] = PASSWORD_SET
  }
  return masked
}

/** A password that comes back as its mask stays what it was. */
export function keepPasswords(
  request: ConfigRequest,
  configuration: Configuration,
  before: Configuration,
): Record<string, unknown> {
  const kept = { ...configuration }
  for (const name of passwordNames(request)) {
    if (kept[name] !== PASSWORD_SET) continue
    if (Object.hasOwn(before, name)) kept[name] = before[name]
    else delete kept[name]
  }
  return kept
}
