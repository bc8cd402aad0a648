import type { FieldValue } from '@logyard/codecs/codec'
import type { ExtractorType } from '@logyard/contract/extractors/extractors'
import { compileGrokExtraction } from './compile-grok-extraction.ts'
import { type ConfigReader, createConfigReader } from './config-reader.ts'
import { type Extraction, isPending, type OwnFieldsExtraction, type TargetExtraction } from './extraction.ts'
import type { ExtractorDefinition } from './extractor-definition.ts'
import { ExtractorRefused } from './extractor-refused.ts'
import type { ExtractorTools } from './extractor-tools.ts'
import { flattenJson } from './flatten-json.ts'
import { compileReplacement, type Replacement, ReplacementRefused } from './java-replacement.ts'
import { lookUpSingle } from './look-up-single.ts'
import { partOf } from './split-text.ts'
import { substringOf } from './substring.ts'
import { compileUserRegex, type UserRegex } from './user-regex.ts'

type CompileExtraction = (config: ConfigReader, tools: ExtractorTools) => Extraction

const CONFIG = 'extractor_config'

const BY_TYPE: Readonly<Record<ExtractorType, CompileExtraction>> = {
  copy_input: () => writesTarget((text) => ({ value: text, begin: 0, end: text.length })),
  grok: compileGrokExtraction,
  json: compileJson,
  regex: compileRegex,
  regex_replace: compileRegexReplace,
  split_and_index: compileSplit,
  substring: compileSubstring,
  lookup_table: compileLookup,
}

/** Throws `ExtractorRefused` if the configuration is invalid. */
export function compileExtraction({ type, config }: ExtractorDefinition, tools: ExtractorTools): Extraction {
  if (!Object.hasOwn(BY_TYPE, type)) throw new ExtractorRefused('extractor_type', `Unknown extractor type ${type}`)
  return BY_TYPE[type](createConfigReader(CONFIG, config), tools)
}

const writesTarget = (extract: TargetExtraction['extract']): TargetExtraction => ({ writes: 'target', extract })
const writesOwn = (extract: OwnFieldsExtraction['extract']): OwnFieldsExtraction => ({ writes: 'own fields', extract })

function compileSubstring(config: ConfigReader): Extraction {
  const begin = config.integer('begin_index')
  const end = config.integer('end_index')
  return writesTarget((text) => {
    const value = substringOf(text, begin, end)
    return value === undefined ? undefined : { value, begin, end }
  })
}

function compileSplit(config: ConfigReader): Extraction {
  const separator = config.text('split_by')
  const index = config.integer('index')
  return writesTarget((text) => {
    const { value, begin, end } = partOf(text, separator, index)
    return value === undefined ? undefined : { value, begin, end }
  })
}

const userRegexOf = (config: ConfigReader, name: string, { guard }: ExtractorTools): UserRegex =>
  compileUserRegex(config.text(name), guard, (reason) => config.refuse(name, reason))

/** The range of the first group, if the match was found with its ranges. */
function groupRange(match: RegExpExecArray) {
  const [begin, end] = match.indices?.[1] ?? [-1, -1]
  return { begin, end }
}

function compileRegex(config: ConfigReader, tools: ExtractorTools): Extraction {
  const regex = userRegexOf(config, 'regex_value', tools)
  return writesTarget((text, needsRange) => {
    const match = regex.find(text, needsRange)
    const value = match?.[1]
    return match === null || value === undefined ? undefined : { value, ...groupRange(match) }
  })
}

function compileRegexReplace(config: ConfigReader, tools: ExtractorTools): Extraction {
  const regex = userRegexOf(config, 'regex', tools)
  const template = config.onlyText('replacement', '') || '$1'
  const isGlobal = config.onlyFlag('replace_all', false)
  const replacement = replacementOf(template, regex)
  return writesTarget((text, needsRange) => {
    if (replacement instanceof ReplacementRefused) {
      if (!regex.test(text)) return undefined
      throw replacement
    }
    const replaced = regex.replace(text, replacement, isGlobal, needsRange)
    return replaced === undefined ? undefined : { value: replaced.text, ...groupRange(replaced.first) }
  })
}

/** The error too is a result: it counts on each message that matches, and not before. */
function replacementOf(template: string, regex: UserRegex): Replacement | ReplacementRefused {
  try {
    return compileReplacement(template, regex)
  } catch (error) {
    if (error instanceof ReplacementRefused) return error
    throw error
  }
}

function compileJson(config: ConfigReader): Extraction {
  const options = {
    flatten: config.flag('flatten', false),
    listSeparator: config.optionalText('list_separator', ', '),
    keySeparator: config.optionalText('key_separator', '_'),
    kvSeparator: config.optionalText('kv_separator', '='),
    replaceKeyWhitespace: config.flag('replace_key_whitespace', false),
    keyWhitespaceReplacement: config.optionalText('key_whitespace_replacement', '_'),
    keyPrefix: config.optionalText('key_prefix', ''),
  }
  return writesOwn((text) => notEmpty(flattenJson(text, options)))
}

const notEmpty = <Fields extends ReadonlyMap<string, FieldValue | Date>>(fields: Fields | undefined) =>
  fields === undefined || fields.size === 0 ? undefined : fields

function compileLookup(config: ConfigReader, { lookupTables }: ExtractorTools): Extraction {
  const name = config.text('lookup_table_name')
  return writesTarget((text) => {
    const value = lookUpSingle(lookupTables, name, text)
    if (value === undefined || isPending(value)) return value
    return { value, begin: -1, end: -1 }
  })
}
