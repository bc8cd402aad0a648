import { compileExtractor } from '../../extractors/extraction/compile-extractor.ts'
import type { RunningExtractor } from '../../extractors/published-extractors.ts'
import { newRunFigures, type RunFigures } from '../../extractors/run-figures.ts'
import type { LookupTables } from '../../lookup/lookup-tables.ts'
import { type RememberedLookups, rememberLookups } from '../../lookup/remembered-lookups.ts'
import type { PendingLookup } from '../../platform/pending-lookup.ts'
import { fieldOf, type Message } from '../../store/messages/message.ts'
import type { ProcessingSettings } from '../settings/processing-settings.ts'
import type { ExtractorWatch } from './extractor-watch.ts'
import { type Step, type StepTools, statefulStepType } from './processor.ts'

type GrokPatterns = ProcessingSettings['grokPatterns']

interface Compiled {
  readonly id: string
  readonly running: RunFigures
  /** Answers a lookup if the message has to wait; then it runs again. */
  readonly run: (message: Message, timing: Timing) => PendingLookup | undefined
}

type Chain = readonly Compiled[]
type Timing = { isTiming: boolean; readonly now: () => number }

const TIMED_EVERY = 32

/** Runs the extractors of an input on its messages. After a change, only extractors that changed are compiled. */
export const extractors = statefulStepType(['extractors', 'grokPatterns'], (tools) => {
  let compiled = new Map<string, Compiled>()
  let grokPatterns: GrokPatterns | undefined
  const lookups = rememberLookups<Message>(tools.lookupTables)
  return (settings) => {
    const before = compiled
    const isReusable = ({ type }: RunningExtractor) => type !== 'grok' || grokPatterns === settings.grokPatterns
    compiled = new Map()
    const chains = new Map<string, Chain>()
    for (const [inputId, definitions] of settings.extractors) {
      const chain = definitions.map((definition) => {
        const known = isReusable(definition) ? before.get(definition.revision) : undefined
        const one = known ?? compile(definition, settings.grokPatterns, tools, lookups.tables)
        compiled.set(definition.revision, one)
        return one
      })
      if (chain.length > 0) chains.set(inputId, chain)
    }
    grokPatterns = settings.grokPatterns
    return createStep(chains, tools, lookups)
  }
})

function createStep(
  chains: ReadonlyMap<string, Chain>,
  { extractorWatch: watch, givesUpLookups }: StepTools,
  lookups: RememberedLookups<Message>,
): Step {
  const timing: Timing = { isTiming: false, now: watch.now }
  /** The extractor at which messages that wait for a lookup continue. */
  const positions = new WeakMap<Message, number>()
  let hasWaited = false
  const step: Step = (message) => {
    const chain = chains.get(message.inputId)
    if (chain === undefined) return 'keep'
    lookups.begin(message)
    for (let at = hasWaited ? (positions.get(message) ?? 0) : 0; at < chain.length; at += 1) {
      const one = chain[at]
      const pending = one && runOne(one, message, watch, timing)
      // Without the value, the extractor does nothing.
      if (pending === undefined || givesUpLookups()) continue
      positions.set(message, at)
      lookups.wait()
      hasWaited = true
      return pending
    }
    return 'keep'
  }
  return Object.assign(step, { passes: (inputId: string) => !chains.has(inputId) })
}

function runOne({ id, running, run }: Compiled, message: Message, { moved }: ExtractorWatch, timing: Timing) {
  if (running.runs === 0) moved.set(id, running)
  timing.isTiming = running.runs % TIMED_EVERY === 0
  running.runs += 1
  const pending = run(message, timing)
  // It counts when it runs again.
  if (pending !== undefined) running.runs -= 1
  return pending
}

function compile(
  definition: RunningExtractor,
  grokPatterns: GrokPatterns,
  tools: StepTools,
  lookupTables: LookupTables,
): Compiled {
  const { id, revision } = definition
  const running = newRunFigures(revision)
  const { setField, guard, now, zone } = tools
  try {
    const { run } = compileExtractor(definition, {
      grokPatterns,
      now,
      zone,
      setField,
      guard: guard({ kind: 'extractor', id }),
      figuresOf: () => running.figures,
      lookupTables,
    })
    return { id, running, run }
  } catch {
    // Whatever the error: thrown from here, it would end every thread that receives these settings.
    return { id, running, run: failing(definition, running) }
  }
}

/** An extractor that cannot be compiled, for example because its grok pattern was deleted, fails on each message. */
function failing({ sourceField }: RunningExtractor, { figures }: RunFigures): Compiled['run'] {
  return (message, { isTiming }) => {
    if (typeof fieldOf(message, sourceField) === 'string') figures.exceptions += 1
    else figures.conditionMisses += 1
    // It takes no time, but the run counts.
    if (isTiming) figures.total.timings += 1
    return undefined
  }
}
