/** Parses sources of users in a thread that can be stopped, and caches the results of those that are stored. */
import type { ParseError } from '@logyard/contract/pipelines/parse-errors'
import type { BoundedRuns, RunOptions } from '../../platform/bounded-runs/bounded-runs.ts'
import { LogyardError } from '../../platform/errors.ts'
import { ALL_NEEDS } from '../needs/rule-need.ts'
import { sourceRefused } from '../pipeline-errors.ts'
import { type ParsedPipeline, type ParsedRule, parseTasks } from './parse-tasks.ts'

/** Characters of the sources that one run parses. */
const BATCH_CHARACTERS = 2_000_000
const BATCH_LIMIT_MS = 20_000
/** Results of rules, and as many of pipelines: more than can be stored at once. */
const MAX_CACHED = 10_000

/** A stored rule or pipeline. */
interface Stored {
  readonly id: string
  readonly source: string
}

export type SourceParser = ReturnType<typeof createSourceParser>

const TOO_SLOW: ParseError = {
  type: 'syntax_error',
  line: 1,
  position_in_line: 0,
  reason: 'The source takes too long to parse',
}

export function createSourceParser(deps: {
  readonly boundedRuns: BoundedRuns
  /** Runs for what is stored. */
  readonly serverRuns: BoundedRuns
  readonly grokPatterns: () => ReadonlyMap<string, string>
}) {
  const { boundedRuns, serverRuns, grokPatterns } = deps
  const rulesIn =
    (runs: BoundedRuns): ParseMany<ParsedRule> =>
    (sources, run) =>
      runs.run(parseTasks.rules, { sources, grokPatterns: grokPatterns() }, run)
  const pipelinesIn =
    (runs: BoundedRuns): ParseMany<ParsedPipeline> =>
    (sources, run) =>
      runs.run(parseTasks.pipelines, sources, run)
  const parseRules = rulesIn(boundedRuns)
  const parsePipelines = pipelinesIn(boundedRuns)
  const storedRules = createStoredSources(rulesIn(serverRuns), { title: null, errors: [TOO_SLOW], needs: ALL_NEEDS })
  const storedPipelines = createStoredSources(pipelinesIn(serverRuns), { title: null, stages: [], errors: [TOO_SLOW] })
  return {
    /** Throws `sourceRefused`, unless there is a title for a source that does not parse. */
    async rule(source: string, run: RunOptions, titleOfBroken?: string) {
      const [parsed] = await parseRules([source], { ...run, characters: source.length })
      const title = parsed?.errors === null ? parsed.title : (titleOfBroken ?? null)
      if (parsed === undefined || title === null) throw sourceRefused(parsed?.errors ?? [])
      return { title, needs: parsed.needs }
    },
    /** Throws `sourceRefused`. */
    async pipeline(source: string, run: RunOptions) {
      const [parsed] = await parsePipelines([source], { ...run, characters: source.length })
      if (typeof parsed?.title !== 'string' || parsed.errors !== null) throw sourceRefused(parsed?.errors ?? [])
      return { title: parsed.title, stages: [...parsed.stages] }
    },
    /** Parsed rules, in the order of `rules`. */
    rules: storedRules.parse,
    /** Parsed pipelines, in the order of `pipelines`. */
    pipelines: storedPipelines.parse,
    /** Something changed that rules refer to. */
    forgetRules: storedRules.forget,
  }
}

type ParseMany<Parsed> = (sources: readonly string[], run: RunOptions) => Promise<readonly Parsed[]>

/** `tooSlow` is the result for a source that exceeds the limits of a run. */
function createStoredSources<Parsed>(parseMany: ParseMany<Parsed>, tooSlow: Parsed) {
  const cached = new Map<string, { readonly source: string; readonly parsed: Parsed }>()
  const find = ({ id, source }: Stored) => {
    const found = cached.get(id)
    return found?.source === source ? found.parsed : undefined
  }

  async function parseBatch(batch: readonly Stored[]): Promise<void> {
    const parsed = await parsedOrTooSlow(batch)
    if (cached.size + batch.length > MAX_CACHED) cached.clear()
    if (parsed === undefined) {
      for (const stored of batch) await parseBatch([stored])
      return
    }
    for (const [at, { id, source }] of batch.entries()) cached.set(id, { source, parsed: parsed[at] ?? tooSlow })
  }

  /** Undefined if the sources have to be parsed one by one. */
  async function parsedOrTooSlow(batch: readonly Stored[]): Promise<readonly Parsed[] | undefined> {
    const sources = batch.map(({ source }) => source)
    try {
      return await parseMany(sources, { userId: 'rules', limitMs: BATCH_LIMIT_MS })
    } catch (error) {
      if (!isLimit(error)) throw error
      return batch.length === 1 ? [tooSlow] : undefined
    }
  }

  return {
    async parse(all: readonly Stored[]): Promise<readonly Parsed[]> {
      const missing = all.filter((stored) => find(stored) === undefined)
      for (const batch of batchesOf(missing)) await parseBatch(batch)
      return all.map((stored) => find(stored) ?? tooSlow)
    },
    forget: () => cached.clear(),
  }
}

const isLimit = (error: unknown) =>
  error instanceof LogyardError && (error.code === 'run-too-slow' || error.code === 'run-too-large')

function* batchesOf(stored: readonly Stored[]): Generator<readonly Stored[]> {
  let batch: Stored[] = []
  let characters = 0
  for (const one of stored) {
    if (batch.length > 0 && characters + one.source.length > BATCH_CHARACTERS) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(one)
    characters += one.source.length
  }
  if (batch.length > 0) yield batch
}
