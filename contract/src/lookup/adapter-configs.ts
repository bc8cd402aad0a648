/** The configurations of data adapters, by type. Values out of bounds are accepted: `validate` reports them. */
import { type Static, type TSchema, Type } from 'typebox'
import { optionalUnit } from '../configured/duration-units.ts'
import { int } from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'
import { nullable } from '../http/envelope.ts'
import { mapOf } from '../http/open-parts.ts'
import type { UnknownConfig } from './cache-configs.ts'

/** Characters of a path or URL, and of any other text of a configuration. */
const MAX_ADDRESS = 4096
const MAX_TEXT = 1000
const MAX_HEADERS = 100

const closed = { additionalProperties: false } as const
const text = (description?: string) =>
  Type.String({ maxLength: MAX_TEXT, ...(description === undefined ? {} : { description }) })
const address = (description?: string) =>
  Type.String({ maxLength: MAX_ADDRESS, ...(description === undefined ? {} : { description }) })
const optional = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema))
const seconds = () => int({ description: 'Seconds' })
const milliseconds = () => int({ description: 'Milliseconds' })

export const CsvFileConfig = Type.Object(
  {
    type: Type.Literal('csvfile'),
    path: address('A file on the server; its first line has the names of the columns'),
    separator: text('One character'),
    quotechar: text('One character'),
    key_column: text(),
    value_column: text(),
    check_interval: seconds(),
    case_insensitive_lookup: optional(Type.Boolean()),
  },
  closed,
)

/** Programs also send the position of a column as a text. */
const columnNumber = Type.Union([
  int({ minimum: 0, description: 'From 0' }),
  Type.String({ pattern: '^[0-9]{1,9}$', maxLength: 9 }),
])

export const DsvHttpConfig = Type.Object(
  {
    type: Type.Literal('dsvhttp'),
    url: address(),
    separator: text('One character'),
    line_separator: text('One character'),
    quotechar: text('One character'),
    ignorechar: text('Lines that begin with it are skipped'),
    key_column: columnNumber,
    value_column: optional(columnNumber),
    check_presence_only: optional(Type.Boolean()),
    refresh_interval: seconds(),
    case_insensitive_lookup: optional(Type.Boolean()),
  },
  closed,
)
export type DsvHttpConfig = Static<typeof DsvHttpConfig>

export const HttpJsonPathConfig = Type.Object(
  {
    type: Type.Literal('httpjsonpath'),
    url: optional(address('`$' + '{key}` is replaced by the key')),
    single_value_jsonpath: text(),
    multi_value_jsonpath: optional(text()),
    user_agent: text(),
    headers: optional(mapOf(text(), { maxProperties: MAX_HEADERS })),
  },
  closed,
)
export type HttpJsonPathConfig = Static<typeof HttpJsonPathConfig>

export const DNS_LOOKUP_TYPES = ['A', 'AAAA', 'A_AAAA', 'PTR', 'TXT'] as const

export const DnsConfig = Type.Object(
  {
    type: Type.Literal('dnslookup'),
    lookup_type: Type.Enum(DNS_LOOKUP_TYPES),
    server_ips: text('Comma-separated `ip[:port]`; empty for the resolver of the system'),
    request_timeout: milliseconds(),
    cache_ttl_override_enabled: Type.Boolean(),
    cache_ttl_override: optional(int()),
    cache_ttl_override_unit: optionalUnit,
  },
  closed,
)
export type DnsConfig = Static<typeof DnsConfig>

export const MAXMIND_DATABASE_TYPES = ['MAXMIND_CITY', 'MAXMIND_COUNTRY', 'MAXMIND_ASN'] as const

export const MaxmindConfig = Type.Object(
  {
    type: Type.Literal('maxmind_geoip'),
    path: address('A database file on the server'),
    database_type: Type.Enum(MAXMIND_DATABASE_TYPES),
    check_interval: int({ description: '0: the file is never read again' }),
    check_interval_unit: optionalUnit,
  },
  closed,
)
export type MaxmindConfig = Static<typeof MaxmindConfig>

export const WHOIS_REGISTRIES = ['AFRINIC', 'APNIC', 'ARIN', 'LACNIC', 'RIPENCC'] as const

export const WhoisConfig = Type.Object(
  {
    type: Type.Literal('whois'),
    registry: Type.Enum(WHOIS_REGISTRIES),
    connect_timeout: milliseconds(),
    read_timeout: milliseconds(),
  },
  closed,
)
export type WhoisConfig = Static<typeof WhoisConfig>

export const TorConfig = Type.Object({ type: Type.Literal('torexitnode') }, closed)

export const SpamhausConfig = Type.Object({ type: Type.Literal('spamhaus-edrop'), refresh_interval: seconds() }, closed)

export const OTX_INDICATORS = [
  'IPAutoDetect',
  'IPv4',
  'IPv6',
  'domain',
  'hostname',
  'file',
  'url',
  'cve',
  'nids',
  'correlation-rule',
] as const

export const OtxConfig = Type.Object(
  {
    type: Type.Literal('otx-api'),
    indicator: Type.Enum(OTX_INDICATORS),
    api_key: optional(text('Masked for callers who may not edit the adapter')),
    api_url: address(),
    http_user_agent: text(),
    http_connect_timeout: milliseconds(),
    http_write_timeout: milliseconds(),
    http_read_timeout: milliseconds(),
  },
  closed,
)
export type OtxConfig = Static<typeof OtxConfig>

export const ABUSE_CH_BLOCKLISTS = ['DOMAINS', 'URLS', 'IPS'] as const

export const AbuseChConfig = Type.Object(
  {
    type: Type.Literal('abuse-ch-ransom'),
    refresh_interval: int(),
    refresh_interval_unit: optionalUnit,
    blocklist_type: Type.Enum(ABUSE_CH_BLOCKLISTS),
  },
  closed,
)

export const LOGYARD_VALUES = 'logyard-values'

/** Beyond the Graylog 4.0 API: values that the server stores itself, changed over the API and by rules. */
export const LogyardValuesConfig = Type.Object(
  {
    type: Type.Literal(LOGYARD_VALUES),
    time_to_live: int({ description: 'Of values that are stored without one of their own; 0 for no end' }),
    time_to_live_unit: optionalUnit,
    case_insensitive_lookup: optional(Type.Boolean()),
  },
  closed,
)

const schemas = {
  csvfile: CsvFileConfig,
  dsvhttp: DsvHttpConfig,
  httpjsonpath: HttpJsonPathConfig,
  dnslookup: DnsConfig,
  maxmind_geoip: MaxmindConfig,
  whois: WhoisConfig,
  torexitnode: TorConfig,
  'spamhaus-edrop': SpamhausConfig,
  'otx-api': OtxConfig,
  'abuse-ch-ransom': AbuseChConfig,
  [LOGYARD_VALUES]: LogyardValuesConfig,
} as const

/** The types that can be created, and the configuration of each. */
export type AdapterConfigs = { readonly [Type in keyof typeof schemas]: Static<(typeof schemas)[Type]> }
export type AdapterType = keyof AdapterConfigs

export type AdapterConfig = AdapterConfigs[AdapterType] | UnknownConfig

export const AdapterConfig = byType<AdapterConfig>('AdapterConfig', schemas, {
  isOpen: true,
  others: 'Of an unknown type: only the type is stored',
})
