import { Config } from '../platform/config.ts'

/** Texts that cannot contain a secret. Of all others the facts show only that they are set. */
const SHOWN: ReadonlySet<string> = new Set<keyof Config>([
  'LOGYARD_LISTEN',
  'LOGYARD_DATA',
  'LOGYARD_PREFIX',
  'LOGYARD_TRUSTED_PROXIES',
  'LOGYARD_LOOKUP_FOLDERS',
  'LOGYARD_INPUT_FOLDERS',
  'LOGYARD_EMAIL_HOSTNAME',
  'LOGYARD_TIMEZONE',
  'LOGYARD_LOG',
  'LOGYARD_LOG_LEVEL',
])
const IS_SET = '(set)'

/** The settings without secrets. */
export function settingFacts(config: Config): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      if (typeof value !== 'string' || value === '' || SHOWN.has(name)) return [name, value]
      return [name, value === defaultOf(name) ? value : IS_SET]
    }),
  )
}

function defaultOf(name: string): unknown {
  const properties: Readonly<Record<string, object>> = Config.properties
  const schema = properties[name] ?? {}
  return 'default' in schema ? schema.default : undefined
}
