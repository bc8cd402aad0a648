import { hash } from 'node:crypto'
import { facilityText } from '@logyard/codecs/syslog/syslog-priority'
import type { ConverterType } from '@logyard/contract/extractors/extractors'
import { compileDateConverter, compileFlexibleDateConverter } from './compile-date-converter.ts'
import { type ConfigReader, createConfigReader } from './config-reader.ts'
import type { Conversion, Converter } from './converter.ts'
import type { ConverterDefinition } from './extractor-definition.ts'
import { ExtractorRefused } from './extractor-refused.ts'
import type { ExtractorTools } from './extractor-tools.ts'
import { lookUpSingle } from './look-up-single.ts'
import { parseCsvLine } from './parse-csv-line.ts'
import { parseNumeric } from './parse-numeric.ts'
import { parsePairs } from './parse-pairs.ts'
import { countParts } from './split-text.ts'

type CompileConverter = (config: ConfigReader, tools: ExtractorTools) => Converter

const BY_TYPE: Readonly<Record<ConverterType, CompileConverter>> = {
  numeric: () => makesValue((text) => parseNumeric(text) ?? text),
  date: compileDateConverter,
  hash: () => makesValue((text) => hash('md5', text)),
  split_and_count: (config) => {
    const separator = config.text('split_by')
    return makesValue((text) => countParts(text, separator))
  },
  ip_anonymizer: () => makesValue((text) => text.replaceAll(IPV4, '$1xxx')),
  syslog_pri_level: () => ofPriority((priority) => priority & 7),
  syslog_pri_facility: () => ofPriority((priority) => facilityText(priority >> 3)),
  tokenizer: () => ({ makes: 'fields', convert: parsePairs }),
  csv: compileCsv,
  lowercase: () => makesValue((text) => text.toLowerCase()),
  uppercase: () => makesValue((text) => text.toUpperCase()),
  flexdate: compileFlexibleDateConverter,
  lookup_table: compileLookup,
}

/** Throws `ExtractorRefused` if the type is unknown or the configuration invalid. */
export function compileConverter({ type, config }: ConverterDefinition, tools: ExtractorTools): Converter {
  if (!Object.hasOwn(BY_TYPE, type)) throw new ExtractorRefused('converters', `Unknown converter type ${type}`)
  return BY_TYPE[type](createConfigReader(`converters.${type}`, config), tools)
}

const makesValue = (convert: (text: string) => Conversion): Converter => ({ makes: 'value', convert })

const IPV4 = /(\d{1,3}\.\d{1,3}\.\d{1,3}\.)\d{1,3}/g
const INTEGER = /^[+-]?\d{1,10}$/

function ofPriority(read: (priority: number) => string | number): Converter {
  return makesValue((text) => {
    const priority = INTEGER.test(text) ? Number(text) : Number.NaN
    return priority === (priority | 0) ? read(priority) : text
  })
}

function compileCsv(config: ConfigReader): Converter {
  const header = config.text('column_header')
  const characterOf = (name: string, byDefault: string) => config.optionalText(name, byDefault)[0] ?? byDefault
  const options = {
    separator: characterOf('separator', ','),
    quote: characterOf('quote_char', '"'),
    escape: characterOf('escape_char', '\\'),
    isStrict: config.flag('strict_quotes', false),
    trimsLeading: config.flag('trim_leading_whitespace', true),
  }
  const names = parseCsvLine(header, options)
  if (names === undefined) throw config.refuse('column_header', 'must be a line of CSV, without an open quote')
  return {
    makes: 'fields',
    convert(text) {
      const values = parseCsvLine(text, options)
      if (values?.length !== names.length) return undefined
      return new Map(names.map((name, at) => [name, values[at] ?? '']))
    },
  }
}

function compileLookup(config: ConfigReader, { lookupTables }: ExtractorTools): Converter {
  const name = config.text('lookup_table_name')
  return makesValue((text) => lookUpSingle(lookupTables, name, text) ?? text)
}
