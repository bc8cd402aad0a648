/** The metrics of extractors on this node, under the names that clients know. */
import type { ExtractorType, TimerRate } from '@logyard/contract/extractors/extractors'
import { metricShape } from '../metrics/metric-shapes.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ExtractorTimes } from './extraction/extractor-figures.ts'
import type { RunFigures } from './run-figures.ts'

type Extractor = Readonly<{ id: string; type: ExtractorType }>

export type ExtractorMeasures = ReturnType<typeof createExtractorMeasures>

const CLASSES: Readonly<Record<ExtractorType, string>> = {
  copy_input: 'CopyInputExtractor',
  grok: 'GrokExtractor',
  json: 'JsonExtractor',
  regex: 'RegexExtractor',
  regex_replace: 'RegexReplaceExtractor',
  split_and_index: 'SplitAndIndexExtractor',
  substring: 'SubstringExtractor',
  lookup_table: 'LookupTableExtractor',
}

const TIMERS = {
  total: 'completeExecutionTime',
  condition: 'conditionTime',
  execution: 'executionTime',
  converters: 'converterExecutionTime',
} as const
const PHASES = ['total', 'condition', 'execution', 'converters'] as const
const COUNTERS = {
  hits: 'conditionHits',
  misses: 'conditionMisses',
  exceptions: 'exceptions',
  converterExceptions: 'converterExceptions',
} as const

const NEVER_RAN: TimerRate = { time: null, rate: null, duration_unit: null, rate_unit: null }

const prefixOf = ({ id, type }: Extractor) => `org.graylog2.inputs.extractors.${CLASSES[type]}.${type}.${id}.`

export function createExtractorMeasures(metrics: Metrics) {
  function readTimer(name: string): TimerRate {
    const reading = metrics.find(name)
    const shape = reading && metricShape(name, reading)
    return shape?.type === 'timer' ? shape.metric : NEVER_RAN
  }

  function readCount(name: string): number {
    const reading = metrics.find(name)
    return reading?.type === 'counter' ? reading.count : 0
  }

  /** All timers exist once the extractor has run, those of phases that it never reached too. */
  function addTimes(name: string, count: number, { timings, ms }: ExtractorTimes): void {
    const timer = metrics.timer(name)
    if (count > 0 && timings > 0) timer.update(ms / timings, count)
  }

  return {
    add(extractor: Extractor, { runs, figures }: RunFigures) {
      const prefix = prefixOf(extractor)
      const { conditionHits, conditionMisses, exceptions, converterExceptions } = figures
      const counts = {
        total: runs,
        condition: runs,
        execution: runs - conditionMisses,
        converters: figures.extractions,
      }
      for (const phase of PHASES) addTimes(`${prefix}${TIMERS[phase]}`, counts[phase], figures[phase])
      metrics.counter(`${prefix}${COUNTERS.hits}`).increment(conditionHits)
      metrics.counter(`${prefix}${COUNTERS.misses}`).increment(conditionMisses)
      metrics.counter(`${prefix}${COUNTERS.exceptions}`).increment(exceptions)
      metrics.counter(`${prefix}${COUNTERS.converterExceptions}`).increment(converterExceptions)
    },
    addException: (extractor: Extractor) => metrics.counter(`${prefixOf(extractor)}${COUNTERS.exceptions}`).increment(),
    read(extractor: Extractor) {
      const prefix = prefixOf(extractor)
      return {
        total: readTimer(`${prefix}${TIMERS.total}`),
        condition: readTimer(`${prefix}${TIMERS.condition}`),
        execution: readTimer(`${prefix}${TIMERS.execution}`),
        converters: readTimer(`${prefix}${TIMERS.converters}`),
        condition_hits: readCount(`${prefix}${COUNTERS.hits}`),
        condition_misses: readCount(`${prefix}${COUNTERS.misses}`),
      }
    },
    exceptions(extractor: Extractor) {
      const prefix = prefixOf(extractor)
      return {
        exceptions: readCount(`${prefix}${COUNTERS.exceptions}`),
        converter_exceptions: readCount(`${prefix}${COUNTERS.converterExceptions}`),
      }
    },
    remove: (extractor: Extractor) => metrics.remove(prefixOf(extractor)),
  }
}
