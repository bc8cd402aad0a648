import { CORE_FIELDS, UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { type Message, trimmed } from '../../store/messages/message.ts'
import { isReserved } from '../../store/messages/set-message-field.ts'
import { compileCondition } from './compile-condition.ts'
import { compileConverter } from './compile-converter.ts'
import { compileExtraction } from './compile-extraction.ts'
import type { ExtractorDefinition } from './extractor-definition.ts'
import { ExtractorRefused } from './extractor-refused.ts'
import { type ExtractionReport, type ExtractorParts, runExtractor } from './extractor-run.ts'
import type { ExtractorTools } from './extractor-tools.ts'
import type { ExtractorWatch } from './extractor-watch.ts'

export type CompiledExtractor = ReturnType<typeof compileExtractor>

/** Throws `ExtractorRefused` with the field and a sentence if the definition is invalid. */
export function compileExtractor(definition: ExtractorDefinition, tools: ExtractorTools) {
  const parts = compileParts(definition, tools)
  return {
    id: definition.id,
    /** Changes the message, unless a lookup is pending: then it must run again, before the extractors that follow. */
    run: (message: Message, watch: ExtractorWatch) => runExtractor(parts, message, watch),
    /** Runs it and tells what happened. Costs more, and counts as well. */
    explain(message: Message) {
      const report: ExtractionReport = {
        condition: 'none',
        isExtracted: false,
        range: undefined,
        written: new Set(),
        converterFailures: [],
        exception: undefined,
      }
      return runExtractor(parts, message, UNTIMED, report) ?? report
    },
  }
}

const UNTIMED: ExtractorWatch = { isTiming: false, now: () => 0 }

function compileParts(definition: ExtractorDefinition, tools: ExtractorTools): ExtractorParts {
  const { id, cursorStrategy, sourceField } = definition
  const targetField = trimmed(definition.targetField)
  if (cursorStrategy !== 'cut' && cursorStrategy !== 'copy') {
    throw new ExtractorRefused('cut_or_copy', `Unknown cursor strategy ${String(cursorStrategy satisfies never)}`)
  }
  if (UNSETTABLE_FIELDS.has(targetField)) {
    throw new ExtractorRefused('target_field', `The field ${targetField} cannot be set`)
  }
  const figures = tools.figuresOf(id)
  const rules = {
    setField: tools.setField,
    now: tools.now,
    onInvalidTimestamp: () => {
      figures.invalidTimestamps += 1
    },
  }
  return {
    sourceField,
    targetField,
    isTargetValid: CORE_FIELDS.has(targetField) || rules.setField(new Map(), targetField, 'a value'),
    isCut: cursorStrategy === 'cut' && targetField !== sourceField && !isReserved(sourceField),
    condition: compileCondition(definition, tools),
    extraction: compileExtraction(definition, tools),
    converters: definition.converters.map((converter) => ({
      type: converter.type,
      converter: compileConverter(converter, tools),
    })),
    figures,
    rules,
  }
}
