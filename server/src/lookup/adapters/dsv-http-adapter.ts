import { type AdapterStart, adapterType } from './adapter.ts'
import { atLeast, notEmpty, oneCharacter, onlyErrors } from './config-checks.ts'
import { columnOf, parseUrl, unparsable } from './dsv/dsv-config.ts'
import { notWhitelisted } from './http/request-source.ts'
import { loadingInThread } from './loading-in-thread.ts'

export const dsvHttpAdapter = adapterType({
  type: 'dsvhttp',
  configClass: 'org.graylog2.lookup.adapters.DSVHTTPDataAdapter$Config',
  defaultConfig: {
    type: 'dsvhttp',
    url: 'https://example.org/table.csv',
    separator: ',',
    line_separator: '\n',
    quotechar: '"',
    ignorechar: '#',
    key_column: 0,
    check_presence_only: false,
    value_column: 1,
    refresh_interval: 60,
    case_insensitive_lookup: false,
  },
  async validate(config, { urlWhitelist }) {
    const isValueMissing = config.check_presence_only !== true && columnOf(config.value_column) === undefined
    return onlyErrors({
      url: await checkUrl(config.url, urlWhitelist),
      separator: oneCharacter(config.separator),
      line_separator: oneCharacter(config.line_separator),
      quotechar: oneCharacter(config.quotechar),
      ignorechar: notEmpty(config.ignorechar),
      value_column: isValueMissing ? ['A value column is required unless only the presence of keys is checked'] : [],
      refresh_interval: atLeast(config.refresh_interval, 1),
    })
  },
  start(config, start) {
    const refreshEveryMs = Math.max(1, config.refresh_interval) * 1000
    const list = loadingInThread({ kind: 'dsv', config }, refreshEveryMs, start)
    return { kind: 'sharing', refreshEveryMs, ...list }
  },
})

async function checkUrl(text: string, whitelist: AdapterStart['urlWhitelist']): Promise<readonly string[]> {
  if (parseUrl(text) === undefined) return [unparsable(text)]
  return (await whitelist.isAllowed(text)) ? [] : [notWhitelisted(text)]
}
