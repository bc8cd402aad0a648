import type { FieldValue } from '@logyard/codecs/codec'
import { FIELD } from '@logyard/contract/messages/message-fields'
import { type CompiledGrok, compileGrok, type GrokValue } from '@logyard/languages/grok/compile-grok'
import { GrokSyntaxError } from '@logyard/languages/grok/grok-syntax-error'
import type { ConfigReader } from './config-reader.ts'
import type { OwnFieldsExtraction } from './extraction.ts'
import type { ExtractorTools } from './extractor-tools.ts'

/** All captures become fields. */
export function compileGrokExtraction(config: ConfigReader, tools: ExtractorTools): OwnFieldsExtraction {
  const grok = compileOrRefuse(config, tools)
  // One closure for all texts: what it reads and returns is here.
  let subject = ''
  let captures: ReadonlyMap<string, GrokValue> | undefined
  const isMatch = () => {
    captures = grok.match(subject)
    return captures !== undefined
  }
  return {
    writes: 'own fields',
    extract(text) {
      subject = text
      if (!tools.guard(isMatch) || captures === undefined || captures.size === 0) return undefined
      return fieldsOf(captures)
    },
  }
}

function compileOrRefuse(config: ConfigReader, { grokPatterns, zone, now }: ExtractorTools): CompiledGrok {
  const namedCapturesOnly = config.flag('named_captures_only', false)
  try {
    return compileGrok(config.text('grok_pattern'), grokPatterns, { namedCapturesOnly, zone: zone.id, now })
  } catch (error) {
    if (error instanceof GrokSyntaxError) throw config.refuse('grok_pattern', `is invalid: ${error.message}`)
    throw error
  }
}

type Fields = ReadonlyMap<string, FieldValue | Date>

function fieldsOf(captures: ReadonlyMap<string, GrokValue>): Fields {
  const fields = new Map<string, FieldValue | Date>()
  for (const [name, value] of captures) {
    fields.set(name, name === FIELD.timestamp && value instanceof Date ? value : storable(value))
  }
  return fields
}

function storable(value: GrokValue): FieldValue {
  if (value instanceof Date) return instantText(value)
  if (typeof value !== 'object') return value
  return value.map((item) => (item instanceof Date ? instantText(item) : item))
}

/** Without milliseconds unless there are some, as Java writes an instant. */
const instantText = (date: Date): string => date.toISOString().replace('.000Z', 'Z')
