import type { Config } from '../platform/config.ts'
import { credentialsOf } from '../platform/credentials.ts'
import { maskCredentials } from '../platform/server-log/mask-credentials.ts'

const MASK = '<secret>'
/** Shorter ones would mask ordinary words. */
const MIN_LENGTH = 4

/**
 * What follows the host of a web address, also in the regular expressions of the URL whitelist: the paths of web hooks
 * are their passwords. A rest that is too short for a token remains. A backslash belongs to the rest with the character
 * that it escapes, so that JSON stays JSON.
 */
const URL_REST = /(https?:\/\/(?:[^\s/?#"'<>\\]|\\[^"]){1,300})[/?#](?:[^\s"'<>\\]|\\[^"]){12,4000}/gi

/** Masks the secrets of the settings wherever they are, credentials in addresses, and paths of web addresses. */
export function secretsClearer(config: Config): (text: string) => string {
  const given = [
    config.LOGYARD_ADMIN_PASSWORD,
    config.LOGYARD_SECRET,
    config.LOGYARD_EMAIL_PASSWORD,
    credentialsOf(config.LOGYARD_CLICKHOUSE_SEARCHER).password,
    credentialsOf(config.LOGYARD_CLICKHOUSE_KEEPER).password,
    credentialsOf(config.LOGYARD_COLD_KEYS).password,
  ]
  const addresses = [
    config.LOGYARD_POSTGRES_URL,
    config.LOGYARD_CLICKHOUSE_URL,
    config.LOGYARD_UPDATE_URL,
    config.LOGYARD_LICENSE_URL,
  ]
  const written = [...given, ...addresses.flatMap(passwordsOf)]
    .filter((secret) => secret.length >= MIN_LENGTH)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  // Long ones first: one may be the beginning of another.
  const secrets = [...new Set(written)].sort((one, other) => other.length - one.length)
  const cleared = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text)
  return (text) => maskCredentials(cleared(text)).replaceAll(URL_REST, '$1/…')
}

function passwordsOf(address: string): readonly string[] {
  if (address === '' || !URL.canParse(address)) return []
  const { password, searchParams } = new URL(address)
  return [decodeURIComponent(password), ...searchParams.values()]
}
