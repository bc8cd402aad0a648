import type { Config } from '../platform/config.ts'
import { maskCredentials } from '../platform/server-log/mask-credentials.ts'

const MASK = '<secret>'
/** Shorter ones would mask ordinary words. */
const MIN_LENGTH = 4

/** Masks the secrets of the settings wherever they are, and credentials in addresses. */
export function secretsClearer(config: Config): (text: string) => string {
  const given = [config.LOGYARD_ADMIN_PASSWORD, config.LOGYARD_SECRET, config.LOGYARD_EMAIL_PASSWORD]
  const inAddresses = [config.LOGYARD_CLICKHOUSE_URL, config.LOGYARD_UPDATE_URL].flatMap(passwordsOf)
  const secrets = [...given, ...inAddresses]
    .filter((secret) => secret.length >= MIN_LENGTH)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  return (text) =>
    maskCredentials([...new Set(secrets)].reduce((cleared, secret) => cleared.replaceAll(secret, MASK), text))
}

function passwordsOf(address: string): readonly string[] {
  if (address === '' || !URL.canParse(address)) return []
  const { password, searchParams } = new URL(address)
  return [decodeURIComponent(password), ...searchParams.values()]
}
