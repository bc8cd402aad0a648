import { adapterType } from './adapter.ts'
import { atLeast, onlyErrors } from './config-checks.ts'
import { fetchingInThread } from './fetching-in-thread.ts'
import { choices, timeoutField } from './form-fields.ts'
import { notWhitelisted } from './http/request-source.ts'
import { isOtx } from './otx/otx-lookup.ts'

export const otxAdapter = adapterType({
  type: 'otx-api',
  configClass: 'org.graylog.plugins.threatintel.adapters.otx.OTXDataAdapter$Config',
  defaultConfig: {
    type: 'otx-api',
    indicator: 'IPAutoDetect',
    api_key: null,
    api_url: 'https://otx.alienvault.com',
    http_user_agent: 'Logyard Lookup',
    http_connect_timeout: 10_000,
    http_write_timeout: 10_000,
    http_read_timeout: 60_000,
  },
  form: {
    title: 'Alienvault OTX API',
    docs: [
      'Asks OTX for reports about an address, a domain, a file or another indicator. The single value is the number of reports.',
      'Private IP addresses are not sent.',
    ],
    fields: [
      {
        kind: 'choice',
        name: 'indicator',
        label: 'Indicator',
        options: choices({
          IPAutoDetect: 'IP address (detected)',
          IPv4: 'IPv4 address',
          IPv6: 'IPv6 address',
          domain: 'Domain',
          hostname: 'Hostname',
          file: 'File hash',
          url: 'URL',
          cve: 'CVE',
          nids: 'NIDS',
          'correlation-rule': 'Correlation rule',
        }),
      },
      {
        kind: 'secret',
        name: 'api_key',
        label: 'API key',
        help: 'Without a key, requests are limited.',
        is_optional: true,
      },
      { kind: 'text', name: 'api_url', label: 'API URL' },
      { kind: 'text', name: 'http_user_agent', label: 'HTTP user agent' },
      timeoutField('http_connect_timeout', 'Connect timeout'),
      timeoutField('http_write_timeout', 'Write timeout'),
      timeoutField('http_read_timeout', 'Read timeout'),
    ],
  },
  secrets: ['api_key'],
  async validate({ api_url, http_connect_timeout, http_write_timeout, http_read_timeout }, { urlWhitelist, outside }) {
    const isUrl = URL.canParse(api_url)
    const isListed = isUrl && (isOtx(new URL(api_url), outside.otx) || (await urlWhitelist.isAllowed(api_url)))
    return onlyErrors({
      api_url: isUrl ? (isListed ? [] : [notWhitelisted(api_url)]) : ['Invalid URL.'],
      http_connect_timeout: atLeast(http_connect_timeout, 1),
      http_write_timeout: atLeast(http_write_timeout, 1),
      http_read_timeout: atLeast(http_read_timeout, 1),
    })
  },
  start: fetchingInThread,
})
