/** Secrets of configuration documents: clients see a placeholder, and send it back to keep the secret. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasText = (value: unknown) => typeof value === 'string' && value !== ''

export function maskedSecrets<T>(document: T, names: readonly string[]): unknown {
  if (!isObject(document) || names.length === 0) return document
  const masks = names.filter((name) => hasText(document[name])).map((name) => [name, PASSWORD_SET] as const)
  return { ...document, ...Object.fromEntries(masks) }
}

/** Puts stored secrets in place of placeholders. A placeholder without a stored secret becomes null. */
export function retainedSecrets(draft: unknown, before: unknown, names: readonly string[]): unknown {
  if (!isObject(draft)) return draft
  const known = isObject(before) ? before : {}
  const retained = names
    .filter((name) => draft[name] === PASSWORD_SET)
    .map((name) => [name, hasText(known[name]) ? known[name] : null] as const)
  return { ...draft, ...Object.fromEntries(retained) }
}

/** The secrets of a document, which are stored apart from it. Undefined if it has none. */
export function secretsOf(document: unknown, names: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(document)) return undefined
  const entries = names.filter((name) => hasText(document[name])).map((name) => [name, document[name]] as const)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

export function withSecrets(document: unknown, secrets: unknown): unknown {
  return isObject(document) && isObject(secrets) ? { ...document, ...secrets } : document
}
