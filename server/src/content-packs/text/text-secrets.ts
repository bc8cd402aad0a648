/** Secrets in configuration as text: `{secret: NAME}` stands for a value that is sent beside it. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import { isRecord } from '../../entities/codecs/codec.ts'
import { mapTexts } from '../values/secret-places.ts'

/** `SLACK_NOTIFICATION_CONFIG_WEBHOOK_URL` */
const secretName = (...parts: readonly string[]) =>
  parts
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')

export const namedSecrets = (shown: unknown, type: string, name: string): unknown =>
  mapTexts(shown, (text, path) => (text === PASSWORD_SET ? { secret: secretName(type, name, path) } : text))

/** The name of the secret that the data stands for. */
function secretIn(data: unknown): string | undefined {
  if (!isRecord(data) || Object.keys(data).length !== 1) return undefined
  return typeof data['secret'] === 'string' ? data['secret'] : undefined
}

/** A secret without a value keeps that which is stored. */
export function filledSecrets(data: unknown, secrets: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(data)) return data.map((item) => filledSecrets(item, secrets))
  if (!isRecord(data)) return data
  const secret = secretIn(data)
  if (secret !== undefined) return secrets.get(secret) ?? PASSWORD_SET
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, filledSecrets(value, secrets)]))
}

/** Where the data has secrets: their names by the path of the value. */
export function secretPlaces(data: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  const below = (name: string | number) => (path === '' ? `${name}` : `${path}.${name}`)
  const secret = secretIn(data)
  if (secret !== undefined) found.set(path, secret)
  else if (Array.isArray(data)) for (const [at, item] of data.entries()) secretPlaces(item, below(at), found)
  else if (isRecord(data)) for (const [name, value] of Object.entries(data)) secretPlaces(value, below(name), found)
  return found
}
