import { joinRows } from '../../store/messages/row-batch.ts'
import { joinSenders } from '../../store/messages/value-counts.ts'
import { joinMatches } from '../filters/message-filter.ts'
import type { WrittenMessages } from './block-result.ts'
import { joinRunFigures } from './extractor-watch.ts'
import { joinPipelineFigures } from './pipeline-watch.ts'
import type { RuleTimes } from './stream-rule-watch.ts'

/** Joins what a block wrote before and after messages waited for lookups. */
export const joinWritten = (first: WrittenMessages, second: WrittenMessages): WrittenMessages => ({
  rows: joinRows([first.rows, second.rows]),
  seenFields: {
    fields: [...first.seenFields.fields, ...second.seenFields.fields],
    counts: [...first.seenFields.counts, ...second.seenFields.counts],
  },
  valueCounts: {
    messages: first.valueCounts.messages + second.valueCounts.messages,
    senders: joinSenders(first.valueCounts.senders, second.valueCounts.senders),
    counts: [...first.valueCounts.counts, ...second.valueCounts.counts],
  },
  tails: [...first.tails, ...second.tails],
  filterMatches: joinMatches(first.filterMatches, second.filterMatches),
  outputs: [...first.outputs, ...second.outputs],
  newTemplates: [...first.newTemplates, ...second.newTemplates],
  ruleTimes: joinMaps(first.ruleTimes, second.ruleTimes, addTimes),
  ruleExceptions: joinMaps(first.ruleExceptions, second.ruleExceptions, (a, b) => a + b),
  extractorRuns: joinMaps(first.extractorRuns, second.extractorRuns, joinRunFigures),
  pipelines: joinPipelineFigures(first.pipelines, second.pipelines),
})

const addTimes = (a: RuleTimes, b: RuleTimes): RuleTimes => ({ timings: a.timings + b.timings, ms: a.ms + b.ms })

function joinMaps<V>(
  first: ReadonlyMap<string, V>,
  second: ReadonlyMap<string, V>,
  add: (a: V, b: V) => V,
): ReadonlyMap<string, V> {
  const joined = new Map(first)
  for (const [key, value] of second) {
    const before = joined.get(key)
    joined.set(key, before === undefined ? value : add(before, value))
  }
  return joined
}
