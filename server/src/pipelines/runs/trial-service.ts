/** Trials of sources that need not be saved: what they do to stored messages, compared with what is saved. */
import type { TrialRequest, TrialResponse } from '@logyard/contract/pipelines/trials'
import type { Caller } from '../../http/caller.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { NewestDocuments } from '../../search/insights/newest-documents.ts'
import type { PipelineService } from '../pipeline-service.ts'
import type { PipelineSettings, PublishedPipelines } from '../published-pipelines.ts'
import type { Rules } from '../rules/rule-service.ts'
import type { SourceParser } from '../sources/source-parser.ts'
import { charactersOf } from './message-documents.ts'
import type { PipelineRunner } from './pipeline-runner.ts'
import { TRIAL_PIPELINE_ID, type TriedDocument, trialTask } from './trial-task.ts'

const trialRefused = (reason: string) => new LogyardError('invalid', 'trial-refused', reason)

const trialTooSlow = (limitMs: number) =>
  new LogyardError(
    'invalid',
    'trial-too-slow',
    `The trial was stopped after ${limitMs / 1000} seconds. Try fewer messages.`,
  )

export interface TrialDeps {
  readonly rules: Pick<Rules, 'get'>
  readonly service: Pick<PipelineService, 'get'>
  readonly parser: SourceParser
  readonly published: Pick<PublishedPipelines, 'current'>
  readonly runner: PipelineRunner
  readonly newestDocuments: NewestDocuments
  /** Whether there is a live lookup table of this name that the caller may read. */
  readonly isReadableTable: (name: string, caller: Caller) => boolean
  /** Throw if there is no such stream or input. */
  readonly requireStream: (id: string) => Promise<unknown>
  readonly requireInput: (id: string) => Promise<unknown>
}

export type RunTrial = (request: TrialRequest, caller: Caller, signal: AbortSignal) => Promise<TrialResponse>

/** Limit for reading the messages and for all runs. */
const TRIAL_LIMIT_MS = 30_000
/** No message is begun later; the lookups of the messages before may need more runs. */
const RUN_BUDGET_MS = 4000
const RUN_LIMIT_MS = 10_000
const MAX_CHARACTERS = 12_000_000
const DEFAULT_MESSAGES = 1000
const DEFAULT_SHOWN = 20

/** What a trial runs: in each, one pipeline with the id `TRIAL_PIPELINE_ID`. */
interface TriedSettings {
  readonly edited: PipelineSettings
  readonly saved: PipelineSettings | undefined
}

export function createTrials(deps: TrialDeps): RunTrial {
  return async (request, caller, signal) => {
    const timeout = AbortSignal.timeout(TRIAL_LIMIT_MS)
    const limited = AbortSignal.any([signal, timeout])
    try {
      return await runTrial(deps, request, caller, limited)
    } catch (error) {
      if (timeout.aborted && !signal.aborted) throw trialTooSlow(TRIAL_LIMIT_MS)
      throw error
    }
  }
}

async function runTrial(
  deps: TrialDeps,
  request: TrialRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<TrialResponse> {
  const { runner } = deps
  await requireTarget(deps, request, caller)
  const { edited, saved } = await settingsOf(deps, request, caller, signal)
  const { documents, isCut } = await documentsOf(deps, request, caller, signal)
  const input = {
    edited: runner.world('edited', edited),
    saved: saved && runner.world('saved', saved),
    documents,
    shown: request.shown ?? DEFAULT_SHOWN,
    budgetMs: RUN_BUDGET_MS,
  }
  const characters = documents.reduce((sum, { document }) => sum + charactersOf(document), 0)
  const options = {
    userId: caller.userId,
    signal,
    limitMs: RUN_LIMIT_MS,
    characters,
    // The source is the caller's own, so a table that the caller may not read counts as missing.
    isReadableTable: (name: string) => deps.isReadableTable(name, caller),
  }
  const { missing: _missing, messages, ...outcome } = await runner.run(trialTask, input, options)
  return {
    ...outcome,
    is_complete: outcome.checked === documents.length && !isCut,
    differing: outcome.saved === null ? null : outcome.differing,
    messages: [...messages],
  }
}

/** The caller could see the effect of the source by saving it, and may read what it runs on. */
async function requireTarget(deps: TrialDeps, request: TrialRequest, caller: Caller): Promise<void> {
  const { rule, pipeline, stream_id: streamId, input_id: inputId, example } = request
  if ((rule == null) === (pipeline == null)) throw trialRefused('A trial runs either a rule or a pipeline.')
  if ([streamId, inputId, example].filter((target) => target != null).length !== 1)
    throw trialRefused('A trial runs on messages of a stream, on messages of an input, or on an example.')
  if (rule != null) caller.require(rule.id == null ? 'pipeline_rule:create' : `pipeline_rule:edit:${rule.id}`)
  if (pipeline != null) {
    caller.require('pipeline_rule:read')
    caller.require(pipeline.id == null ? 'pipeline:create' : `pipeline:edit:${pipeline.id}`)
  }
  if (streamId != null) {
    caller.require(`streams:read:${streamId}`)
    await deps.requireStream(streamId)
  }
  if (inputId != null) {
    caller.require(`inputs:read:${inputId}`)
    await deps.requireInput(inputId)
  }
}

async function documentsOf(
  { newestDocuments }: TrialDeps,
  { stream_id: streamId, input_id: inputId, example, messages = DEFAULT_MESSAGES }: TrialRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<{ readonly documents: readonly TriedDocument[]; readonly isCut: boolean }> {
  if (example != null) return { documents: [{ index: '', document: example }], isCut: false }
  const of = streamId == null ? { inputId: inputId ?? '' } : { streamId }
  return newestDocuments(caller, { of, limit: messages, maxCharacters: MAX_CHARACTERS }, signal)
}

function settingsOf(
  deps: TrialDeps,
  { rule, pipeline }: TrialRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<TriedSettings> {
  if (rule != null) return settingsOfRule(deps, rule, caller, signal)
  if (pipeline != null) return settingsOfPipeline(deps, pipeline, caller, signal)
  throw trialRefused('A trial runs either a rule or a pipeline.')
}

type TriedSource = NonNullable<TrialRequest['rule']>

async function settingsOfRule(
  { rules, parser }: TrialDeps,
  { id, source }: TriedSource,
  caller: Caller,
  signal: AbortSignal,
): Promise<TriedSettings> {
  const stored = id == null ? undefined : await rules.get(id)
  const { title } = await parser.rule(source, { userId: caller.userId, signal })
  const saved = stored?.errors === null ? aloneInPipeline(stored.title ?? '', stored.source) : undefined
  return { edited: aloneInPipeline(title, source), saved }
}

/** A title needs the same escapes in a source as in JSON. */
const aloneInPipeline = (title: string, source: string): PipelineSettings => ({
  rules: [{ id: 'tried', title, source, isOff: false }],
  pipelines: [trialPipeline(`pipeline "trial" stage 0 match either rule ${JSON.stringify(title)} end`)],
  connections: new Map(),
  hasRuleMetrics: false,
})

async function settingsOfPipeline(
  { service, parser, published }: TrialDeps,
  { id, source }: TriedSource,
  caller: Caller,
  signal: AbortSignal,
): Promise<TriedSettings> {
  const stored = id == null ? undefined : await service.get(id)
  const { stages } = await parser.pipeline(source, { userId: caller.userId, signal })
  const withRules = (pipelineSource: string, titles: ReadonlySet<string>): PipelineSettings => ({
    rules: published.current().rules.filter(({ title }) => titles.has(title)),
    pipelines: [trialPipeline(pipelineSource)],
    connections: new Map(),
    hasRuleMetrics: false,
  })
  return {
    edited: withRules(source, titlesIn(stages)),
    saved: stored?.errors === null ? withRules(stored.source, titlesIn(stored.stages)) : undefined,
  }
}

const trialPipeline = (source: string) => ({ id: TRIAL_PIPELINE_ID, title: 'trial', source })

const titlesIn = (stages: readonly { readonly rules: readonly string[] }[]): ReadonlySet<string> =>
  new Set(stages.flatMap(({ rules }) => rules))
