import { UTC } from '@logyard/codecs/time-zone'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { createFieldSetter } from '../../../store/messages/normalise-fields.ts'
import { compileExtractor } from '../compile-extractor.ts'
import type { ExtractorDefinition } from '../extractor-definition.ts'
import { createExtractorFigures } from '../extractor-figures.ts'
import type { ExtractorTools } from '../extractor-tools.ts'
import { RECEIVED_AT } from './message-of.ts'

const setField = createFieldSetter()

/** Compiles an extractor from the field `from` to the field `target`, with its own figures. */
export function testExtractor(definition: Partial<ExtractorDefinition>, tools: Partial<ExtractorTools> = {}) {
  const figures = createExtractorFigures()
  const { run, explain } = compileExtractor(
    {
      id: 'an-extractor',
      title: 'An extractor',
      type: 'copy_input',
      cursorStrategy: 'copy',
      sourceField: 'from',
      targetField: 'target',
      config: {},
      converters: [],
      conditionType: 'none',
      conditionValue: '',
      order: 0,
      ...definition,
    },
    {
      grokPatterns: BUILT_IN_PATTERNS,
      now: () => RECEIVED_AT,
      zone: UTC,
      setField,
      guard: (test) => test(),
      figuresOf: () => figures,
      lookupTables: { find: () => undefined },
      ...tools,
    },
  )
  return { run, explain, figures }
}

export const UNTIMED = { isTiming: false, now: () => 0 }
