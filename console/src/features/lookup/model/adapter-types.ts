/** The types of data adapters, as their forms show them. */
import { LOGYARD_VALUES } from '@logyard/contract/lookup/adapter-configs'
import type { MessageId } from '../../../base/text/catalogues.ts'
import type { Setting, TypeInfos } from './settings.ts'

const text = (name: string, label: MessageId, help?: MessageId): Setting => ({
  kind: 'text',
  name,
  label,
  isRequired: true,
  ...(help === undefined ? {} : { help }),
})
const optional = (name: string, label: MessageId, help?: MessageId): Setting => ({
  kind: 'text',
  name,
  label,
  ...(help === undefined ? {} : { help }),
})
const character = (name: string, label: MessageId, help?: MessageId): Setting => ({
  kind: 'text',
  name,
  label,
  isRequired: true,
  isCharacter: true,
  ...(help === undefined ? {} : { help }),
})
const flag = (name: string, label: MessageId, help?: MessageId): Setting => ({
  kind: 'flag',
  name,
  label,
  ...(help === undefined ? {} : { help }),
})
const seconds = (name: string, label: MessageId, min = 1): Setting => ({
  kind: 'number',
  name,
  label,
  min,
  unit: 'seconds',
})
const milliseconds = (name: string, label: MessageId): Setting => ({
  kind: 'number',
  name,
  label,
  min: 1,
  unit: 'milliseconds',
})
const choice = (name: string, label: MessageId, options: Readonly<Record<string, MessageId>>): Setting => ({
  kind: 'choice',
  name,
  label,
  options: Object.entries(options).map(([value, option]) => ({ value, label: option })),
})

const ignoreCase = flag('case_insensitive_lookup', 'lookup.ignoreCase')
const separator = character('separator', 'lookup.separator', 'lookup.separator.help')
const quote = character('quotechar', 'lookup.quote')

const FILES: TypeInfos = {
  csvfile: {
    label: 'lookup.adapter.csvfile',
    settings: [
      text('path', 'lookup.csv.path', 'lookup.csv.path.help'),
      seconds('check_interval', 'lookup.checkInterval'),
      separator,
      quote,
      text('key_column', 'lookup.keyColumn', 'lookup.column.help'),
      text('value_column', 'lookup.valueColumn', 'lookup.column.help'),
      ignoreCase,
    ],
    docs: ['lookup.docs.csvfile', 'lookup.docs.csvfile.reload', 'lookup.docs.csvfile.keys'],
    example: 'ip,name\n198.51.100.7,web-1\n198.51.100.8,"web-2, old"',
  },
  dsvhttp: {
    label: 'lookup.adapter.dsvhttp',
    settings: [
      { kind: 'url', name: 'url', label: 'lookup.dsv.url' },
      seconds('refresh_interval', 'lookup.refreshInterval'),
      separator,
      character('line_separator', 'lookup.lineSeparator'),
      quote,
      text('ignorechar', 'lookup.dsv.ignore', 'lookup.dsv.ignore.help'),
      { kind: 'number', name: 'key_column', label: 'lookup.keyColumn', help: 'lookup.dsv.column.help', min: 0 },
      {
        kind: 'number',
        name: 'value_column',
        label: 'lookup.valueColumn',
        help: 'lookup.dsv.column.help',
        min: 0,
        disabledBy: 'check_presence_only',
      },
      ignoreCase,
      flag('check_presence_only', 'lookup.dsv.presence', 'lookup.dsv.presence.help'),
    ],
    docs: ['lookup.docs.dsvhttp', 'lookup.docs.dsvhttp.columns', 'lookup.docs.whitelist'],
    example: '# blocked networks\n198.51.100.7,scanner\n203.0.113.20,spam',
  },
  maxmind_geoip: {
    label: 'lookup.adapter.maxmind_geoip',
    settings: [
      text('path', 'lookup.csv.path', 'lookup.csv.path.help'),
      choice('database_type', 'lookup.maxmind.type', {
        MAXMIND_ASN: 'lookup.maxmind.ASN',
        MAXMIND_CITY: 'lookup.maxmind.CITY',
        MAXMIND_COUNTRY: 'lookup.maxmind.COUNTRY',
      }),
      {
        kind: 'period',
        name: 'check_interval',
        unitName: 'check_interval_unit',
        label: 'lookup.maxmind.refresh',
        help: 'lookup.maxmind.refresh.help',
        off: 0,
        initial: { amount: 1, unit: 'MINUTES' },
      },
    ],
    docs: ['lookup.docs.maxmind_geoip', 'lookup.docs.maxmind_geoip.values', 'lookup.docs.maxmind_geoip.reload'],
  },
}

const REQUESTS: TypeInfos = {
  httpjsonpath: {
    label: 'lookup.adapter.httpjsonpath',
    settings: [
      {
        kind: 'url',
        name: 'url',
        label: 'lookup.http.url',
        help: 'lookup.http.url.help',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text that users write into the URL
        placeholderText: '${key}',
      },
      text('single_value_jsonpath', 'lookup.http.single'),
      optional('multi_value_jsonpath', 'lookup.http.multi', 'lookup.optional'),
      text('user_agent', 'lookup.http.userAgent'),
      { kind: 'headers', name: 'headers', label: 'lookup.http.headers' },
    ],
    docs: ['lookup.docs.httpjsonpath', 'lookup.docs.httpjsonpath.paths', 'lookup.docs.whitelist'],
    example: 'GET https://example.org/users/ada\n\n{"user": {"name": "Ada", "team": "web"}}\n\n$.user.name  ->  Ada',
  },
  dnslookup: {
    label: 'lookup.adapter.dnslookup',
    settings: [
      choice('lookup_type', 'lookup.dns.type', {
        A: 'lookup.dns.type.A',
        AAAA: 'lookup.dns.type.AAAA',
        A_AAAA: 'lookup.dns.type.A_AAAA',
        PTR: 'lookup.dns.type.PTR',
        TXT: 'lookup.dns.type.TXT',
      }),
      optional('server_ips', 'lookup.dns.servers', 'lookup.dns.servers.help'),
      milliseconds('request_timeout', 'lookup.dns.timeout'),
      {
        kind: 'period',
        name: 'cache_ttl_override',
        unitName: 'cache_ttl_override_unit',
        flagName: 'cache_ttl_override_enabled',
        label: 'lookup.dns.ttl',
        help: 'lookup.dns.ttl.help',
        off: null,
        initial: { amount: 1, unit: 'MINUTES' },
      },
    ],
    docs: ['lookup.docs.dnslookup', 'lookup.docs.dnslookup.values', 'lookup.docs.dnslookup.ttl'],
  },
  whois: {
    label: 'lookup.adapter.whois',
    settings: [
      milliseconds('connect_timeout', 'lookup.connectTimeout'),
      milliseconds('read_timeout', 'lookup.readTimeout'),
    ],
    docs: ['lookup.docs.whois', 'lookup.docs.whois.cache'],
  },
}

const THREATS: TypeInfos = {
  torexitnode: {
    label: 'lookup.adapter.torexitnode',
    settings: [],
    docs: ['lookup.docs.torexitnode', 'lookup.docs.threats'],
  },
  'spamhaus-edrop': {
    label: 'lookup.adapter.spamhaus-edrop',
    settings: [seconds('refresh_interval', 'lookup.refreshInterval', 3600)],
    docs: ['lookup.docs.spamhaus-edrop', 'lookup.docs.threats'],
  },
  'otx-api': {
    label: 'lookup.adapter.otx-api',
    settings: [
      choice('indicator', 'lookup.otx.indicator', {
        IPAutoDetect: 'lookup.otx.indicator.IPAutoDetect',
        IPv4: 'lookup.otx.indicator.IPv4',
        IPv6: 'lookup.otx.indicator.IPv6',
        domain: 'lookup.otx.indicator.domain',
        hostname: 'lookup.otx.indicator.hostname',
        file: 'lookup.otx.indicator.file',
        url: 'lookup.otx.indicator.url',
        cve: 'lookup.otx.indicator.cve',
        nids: 'lookup.otx.indicator.nids',
        'correlation-rule': 'lookup.otx.indicator.correlation-rule',
      }),
      { kind: 'secret', name: 'api_key', label: 'lookup.otx.key', help: 'lookup.otx.key.help' },
      text('api_url', 'lookup.otx.url'),
      text('http_user_agent', 'lookup.http.userAgent'),
      milliseconds('http_connect_timeout', 'lookup.connectTimeout'),
      milliseconds('http_write_timeout', 'lookup.writeTimeout'),
      milliseconds('http_read_timeout', 'lookup.readTimeout'),
    ],
    docs: ['lookup.docs.otx-api', 'lookup.docs.otx-api.private'],
  },
  'abuse-ch-ransom': {
    label: 'lookup.adapter.abuse-ch-ransom',
    settings: [
      choice('blocklist_type', 'lookup.abuse.type', {
        DOMAINS: 'lookup.abuse.DOMAINS',
        URLS: 'lookup.abuse.URLS',
        IPS: 'lookup.abuse.IPS',
      }),
      {
        kind: 'period',
        name: 'refresh_interval',
        unitName: 'refresh_interval_unit',
        label: 'lookup.refreshInterval',
        off: 0,
        initial: { amount: 10, unit: 'MINUTES' },
      },
    ],
    docs: ['lookup.docs.abuse-ch-ransom'],
  },
}

export const ADAPTER_TYPES: TypeInfos = {
  ...FILES,
  ...REQUESTS,
  ...THREATS,
  [LOGYARD_VALUES]: {
    label: 'lookup.adapter.logyard-values',
    settings: [
      {
        kind: 'period',
        name: 'time_to_live',
        unitName: 'time_to_live_unit',
        label: 'lookup.own.ttl',
        help: 'lookup.own.ttl.help',
        off: 0,
        initial: { amount: 1, unit: 'HOURS' },
      },
      ignoreCase,
    ],
    docs: ['lookup.docs.logyard-values', 'lookup.docs.logyard-values.rules', 'lookup.docs.logyard-values.import'],
    example: 'key,value,ttl_seconds\nada,web,\nbob,sales,3600',
  },
}
