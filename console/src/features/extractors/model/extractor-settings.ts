/** What can be configured in each type of extractor and converter, as the form shows it. */
import type { ConverterType, ExtractorType } from '@logyard/contract/extractors/extractors'
import type { MessageId } from '../../../base/text/catalogues.ts'

export type SettingValue = string | number | boolean

interface SettingBase {
  readonly name: string
  readonly label: MessageId
  readonly help?: MessageId
}

interface TextSetting extends SettingBase {
  readonly kind: 'text' | 'regex' | 'grok'
  readonly initial: string
  readonly isRequired?: boolean
  readonly placeholder?: string
  /** The flag that the setting depends on. */
  readonly enabledBy?: string
  /** Sent even if it is empty. */
  readonly mayBeEmpty?: boolean
  /** One character, for which `\n` and `\t` may be written. */
  readonly isCharacter?: boolean
}

interface NumberSetting extends SettingBase {
  readonly kind: 'number'
  readonly initial: number
  readonly min: number
}

interface FlagSetting extends SettingBase {
  readonly kind: 'flag'
  readonly initial: boolean
}

interface TableSetting extends SettingBase {
  readonly kind: 'table'
  readonly initial: string
  readonly isRequired: true
}

export type Setting = TextSetting | NumberSetting | FlagSetting | TableSetting

const text = (
  name: string,
  label: MessageId,
  initial = '',
  options: Partial<Omit<TextSetting, 'name' | 'label'>> = {},
): Setting => ({ kind: 'text', name, label, initial, ...options })
const number = (name: string, label: MessageId, initial: number, min: number, help: MessageId): Setting => ({
  kind: 'number',
  name,
  label,
  initial,
  min,
  help,
})
const flag = (name: string, label: MessageId, initial = false): Setting => ({ kind: 'flag', name, label, initial })

const required = { isRequired: true } as const

/** The name of a lookup table. */
const lookupTable: Setting = {
  kind: 'table',
  name: 'lookup_table_name',
  label: 'extractors.setting.lookupTable',
  initial: '',
  isRequired: true,
}

export const EXTRACTOR_SETTINGS: Readonly<Record<ExtractorType, readonly Setting[]>> = {
  copy_input: [],
  grok: [
    flag('named_captures_only', 'extractors.setting.namedCapturesOnly'),
    text('grok_pattern', 'extractors.setting.grokPattern', '', { kind: 'grok', ...required }),
  ],
  json: [
    flag('flatten', 'extractors.setting.flatten'),
    text('list_separator', 'extractors.setting.listSeparator', ', ', required),
    text('key_separator', 'extractors.setting.keySeparator', '_', required),
    text('kv_separator', 'extractors.setting.kvSeparator', '=', required),
    text('key_prefix', 'extractors.setting.keyPrefix', '', { mayBeEmpty: true }),
    flag('replace_key_whitespace', 'extractors.setting.replaceKeyWhitespace'),
    text('key_whitespace_replacement', 'extractors.setting.keyWhitespaceReplacement', '_', {
      enabledBy: 'replace_key_whitespace',
      mayBeEmpty: true,
    }),
  ],
  regex: [
    text('regex_value', 'extractors.setting.regex', '', {
      kind: 'regex',
      placeholder: '^.*string(.+)$',
      help: 'extractors.setting.regex.help',
      ...required,
    }),
  ],
  regex_replace: [
    text('regex', 'extractors.setting.regex', '', { kind: 'regex', placeholder: '^.*string(.+)$', ...required }),
    text('replacement', 'extractors.setting.replacement', '$1', {
      placeholder: '$1',
      mayBeEmpty: true,
      help: 'extractors.setting.replacement.help',
    }),
    flag('replace_all', 'extractors.setting.replaceAll'),
  ],
  split_and_index: [
    text('split_by', 'extractors.setting.splitBy', '', required),
    number('index', 'extractors.setting.targetIndex', 1, 1, 'extractors.setting.targetIndex.help'),
  ],
  substring: [
    number('begin_index', 'extractors.setting.beginIndex', 0, 0, 'extractors.setting.beginIndex.help'),
    number('end_index', 'extractors.setting.endIndex', 1, 0, 'extractors.setting.endIndex.help'),
  ],
  lookup_table: [lookupTable],
}

const timeZone = text('time_zone', 'extractors.setting.timeZone', '', { placeholder: 'Etc/UTC' })

export const CONVERTER_SETTINGS: Readonly<Record<ConverterType, readonly Setting[]>> = {
  numeric: [],
  date: [
    text('date_format', 'extractors.setting.dateFormat', '', { placeholder: 'yyyy-MM-dd HH:mm:ss.SSS', ...required }),
    timeZone,
    text('locale', 'extractors.setting.locale', '', { placeholder: 'en' }),
  ],
  flexdate: [timeZone],
  hash: [],
  lowercase: [],
  uppercase: [],
  tokenizer: [],
  csv: [
    text('column_header', 'extractors.setting.columnHeader', '', {
      placeholder: 'date,method,path',
      help: 'extractors.setting.columnHeader.help',
      ...required,
    }),
    text('separator', 'extractors.setting.separator', ',', {
      isCharacter: true,
      help: 'extractors.setting.separator.help',
    }),
    text('quote_char', 'extractors.setting.quoteChar', '"', { isCharacter: true }),
    text('escape_char', 'extractors.setting.escapeChar', '\\', { isCharacter: true }),
    flag('strict_quotes', 'extractors.setting.strictQuotes'),
    flag('trim_leading_whitespace', 'extractors.setting.trimLeadingWhitespace', true),
  ],
  split_and_count: [text('split_by', 'extractors.setting.splitBy', '', required)],
  ip_anonymizer: [],
  syslog_pri_level: [],
  syslog_pri_facility: [],
  lookup_table: [lookupTable],
}

/** In the order in which the menu offers them. */
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
