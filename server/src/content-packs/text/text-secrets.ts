/** Secrets in configuration as text: `{secret: NAME}` stands for a value that is sent beside it. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import { isRecord } from '../values/codec.ts'
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

/** A secret without a value keeps that which is stored. */
export function filledSecrets(data: unknown, secrets: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(data)) return data.map((item) => filledSecrets(item, secrets))
  if (!isRecord(data)) return data
  const { secret } = data
  if (typeof secret === 'string' && Object.keys(data).length === 1) return secrets.get(secret) ?? PASSWORD_SET
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, filledSecrets(value, secrets)]))
}
