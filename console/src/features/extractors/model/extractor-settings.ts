/** What can be configured in each type of extractor and converter, as the form shows it. */
import type { ConverterType, ExtractorType } from '@logyard/contract/extractors/extractors'
import type { MessageId } from '../../../base/text/catalogues.ts'
import type { OwnField } from '../../../ui/fields/field-texts.ts'

interface OwnSetting {
  /** Value in a new extractor. */
  readonly initial: string | number | boolean
  /** Sent even if it is empty. */
  readonly isSentEmpty?: boolean
}

export type Setting = OwnField<'text' | 'number' | 'flag' | 'regex' | 'grok' | 'lookup_table'> & OwnSetting

interface TextOptions extends Partial<Omit<OwnField<'text'> & OwnSetting, 'kind' | 'name' | 'label' | 'initial'>> {
  readonly initial?: string
}

/** A required text, which may consist of blanks. */
const text = (name: string, label: MessageId, { initial = '', ...options }: TextOptions = {}): Setting => ({
  kind: 'text',
  name,
  label,
  initial,
  may_be_blank: true,
  ...options,
})
const optional = (name: string, label: MessageId, options: TextOptions = {}): Setting =>
  text(name, label, { is_optional: true, ...options })
const number = (name: string, label: MessageId, initial: number, min: number, help: MessageId): Setting => ({
  kind: 'number',
  name,
  label,
  initial,
  min,
  help,
})
const flag = (name: string, label: MessageId, initial = false): Setting => ({ kind: 'flag', name, label, initial })

const regex = { kind: 'regex', label: 'extractors.setting.regex', initial: '', placeholder: '^.*string(.+)$' } as const

/** The name of a lookup table. */
const lookupTable: Setting = {
  kind: 'lookup_table',
  name: 'lookup_table_name',
  label: 'extractors.setting.lookupTable',
  initial: '',
}

export const EXTRACTOR_SETTINGS: Readonly<Record<ExtractorType, readonly Setting[]>> = {
  copy_input: [],
  grok: [
    flag('named_captures_only', 'extractors.setting.namedCapturesOnly'),
    { kind: 'grok', name: 'grok_pattern', label: 'extractors.setting.grokPattern', initial: '' },
  ],
  json: [
    flag('flatten', 'extractors.setting.flatten'),
    text('list_separator', 'extractors.setting.listSeparator', { initial: ', ' }),
    text('key_separator', 'extractors.setting.keySeparator', { initial: '_' }),
    text('kv_separator', 'extractors.setting.kvSeparator', { initial: '=' }),
    optional('key_prefix', 'extractors.setting.keyPrefix', { isSentEmpty: true }),
    flag('replace_key_whitespace', 'extractors.setting.replaceKeyWhitespace'),
    optional('key_whitespace_replacement', 'extractors.setting.keyWhitespaceReplacement', {
      initial: '_',
      disabled_while: { name: 'replace_key_whitespace', values: [false] },
      isSentEmpty: true,
    }),
  ],
  regex: [{ ...regex, name: 'regex_value', help: 'extractors.setting.regex.help' }],
  regex_replace: [
    { ...regex, name: 'regex' },
    optional('replacement', 'extractors.setting.replacement', {
      initial: '$1',
      placeholder: '$1',
      help: 'extractors.setting.replacement.help',
      isSentEmpty: true,
    }),
    flag('replace_all', 'extractors.setting.replaceAll'),
  ],
  split_and_index: [
    text('split_by', 'extractors.setting.splitBy'),
    number('index', 'extractors.setting.targetIndex', 1, 1, 'extractors.setting.targetIndex.help'),
  ],
  substring: [
    number('begin_index', 'extractors.setting.beginIndex', 0, 0, 'extractors.setting.beginIndex.help'),
    number('end_index', 'extractors.setting.endIndex', 1, 0, 'extractors.setting.endIndex.help'),
  ],
  lookup_table: [lookupTable],
}

const timeZone = optional('time_zone', 'extractors.setting.timeZone', { placeholder: 'Etc/UTC' })

export const CONVERTER_SETTINGS: Readonly<Record<ConverterType, readonly Setting[]>> = {
  numeric: [],
  date: [
    text('date_format', 'extractors.setting.dateFormat', { placeholder: 'yyyy-MM-dd HH:mm:ss.SSS' }),
    timeZone,
    optional('locale', 'extractors.setting.locale', { placeholder: 'en' }),
  ],
  flexdate: [timeZone],
  hash: [],
  lowercase: [],
  uppercase: [],
  tokenizer: [],
  csv: [
    text('column_header', 'extractors.setting.columnHeader', {
      placeholder: 'date,method,path',
      help: 'extractors.setting.columnHeader.help',
    }),
    optional('separator', 'extractors.setting.separator', {
      initial: ',',
      format: 'character',
      help: 'extractors.setting.separator.help',
    }),
    optional('quote_char', 'extractors.setting.quoteChar', { initial: '"', format: 'character' }),
    optional('escape_char', 'extractors.setting.escapeChar', { initial: '\\', format: 'character' }),
    flag('strict_quotes', 'extractors.setting.strictQuotes'),
    flag('trim_leading_whitespace', 'extractors.setting.trimLeadingWhitespace', true),
  ],
  split_and_count: [text('split_by', 'extractors.setting.splitBy')],
  ip_anonymizer: [],
  syslog_pri_level: [],
  syslog_pri_facility: [],
  lookup_table: [lookupTable],
}

/** Types in the order in which the menu offers them. */
export const OFFERED_TYPES = [
  'copy_input',
  'grok',
  'json',
  'regex',
  'regex_replace',
  'split_and_index',
  'substring',
  'lookup_table',
] as const satisfies readonly ExtractorType[]
export type OfferedType = (typeof OFFERED_TYPES)[number]

export const isOfferedType = (type: string): type is OfferedType => OFFERED_TYPES.some((offered) => offered === type)

export const OFFERED_CONVERTERS = [
  'numeric',
  'date',
  'flexdate',
  'hash',
  'lowercase',
  'uppercase',
  'tokenizer',
  'csv',
  'split_and_count',
  'ip_anonymizer',
  'syslog_pri_level',
  'syslog_pri_facility',
  'lookup_table',
] as const satisfies readonly ConverterType[]

/** They name their fields themselves, and take no converters. */
export const namesItsFields = (type: ExtractorType): boolean => type === 'grok' || type === 'json'
