import { type AdapterStart, adapterType } from './adapter.ts'
import { atLeast, notEmpty, oneCharacter, onlyErrors } from './config-checks.ts'
import { columnOf, parseUrl, unparsable } from './dsv/dsv-config.ts'
import { ignoreCaseField, quoteField, refreshField, separatorField, WHITELIST_TEXT } from './form-fields.ts'
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
  form: {
    title: 'DSV File from HTTP',
    docs: [
      'Downloads a file with separated values, one entry per line, and keeps it in memory. It is downloaded again at the interval if it has changed.',
      'The file has no line of names: columns are counted from 0. With presence only, each key in the file gives true and every other key false.',
      WHITELIST_TEXT,
    ],
    example: '# blocked networks\n198.51.100.7,scanner\n203.0.113.20,spam',
    fields: [
      { kind: 'url', name: 'url', label: 'File URL' },
      refreshField(1),
      separatorField,
      { kind: 'text', name: 'line_separator', label: 'Line separator', format: 'character' },
      quoteField,
      {
        kind: 'text',
        name: 'ignorechar',
        label: 'Ignore characters',
        help: 'Lines that start with this text are skipped.',
      },
      { kind: 'number', name: 'key_column', label: 'Key column', help: 'Counted from 0', min: 0 },
      {
        kind: 'number',
        name: 'value_column',
        label: 'Value column',
        help: 'Counted from 0',
        min: 0,
        disabled_while: { name: 'check_presence_only', values: [true] },
      },
      ignoreCaseField,
      {
        kind: 'flag',
        name: 'check_presence_only',
        label: 'Check presence only',
        help: 'Answers true or false, without a value.',
      },
    ],
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
