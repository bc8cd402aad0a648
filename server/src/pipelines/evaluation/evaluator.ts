/**
 * Runs pipelines on a message: the only evaluator, for processing, the simulator, decorators and trials. Synchronous.
 * A rule that needs a value which has to be fetched first interrupts the run: everything is taken back, the caller gets
 * the pending lookup, and runs the message again once it is resolved. What rules do besides changing messages takes
 * effect only when the message is finished.
 */
import type { PendingLookup } from '../../platform/pending-lookup.ts'
import type { Message } from '../../store/messages/message.ts'
import type { EvaluationEnvironment } from './evaluation-environment.ts'
import { traceText } from './evaluation-trace.ts'
import type { ListedRule, LiveStage } from './live-pipelines.ts'
import type { LookupAnswer } from './lookup-answers.ts'
import { createMessageRun, INTERRUPTED, type MessageRun } from './message-run.ts'
import type { PipelinePlan, PipelinePlans } from './pipeline-plans.ts'
import type { ProcessedMessage } from './processed-message.ts'
import type { RuleTools } from './rule-run.ts'
import { RULE_COUNT } from './run-counts.ts'

/** The same as the outcome of a step of processing. */
export type Evaluated = 'keep' | 'drop' | readonly Message[] | PendingLookup

export type Evaluator = ReturnType<typeof createEvaluator>

export interface EvaluatorDeps {
  readonly env: EvaluationEnvironment
  readonly plans: PipelinePlans
  /** Where runs are counted. */
  readonly counts: Float64Array
  /** Whether rules are timed. */
  readonly isTimed: boolean
  /** Tools for what no rule does. */
  readonly tools: RuleTools
}

export const MAX_PASSES = 100
/** Limit for one incoming message and everything that it creates. */
export const RUN_LIMIT_MS = 5000
const MAX_ERROR_LENGTH = 8000
const ERROR_FIELD = 'gl2_processing_error'

interface State extends EvaluatorDeps {
  readonly run: MessageRun
  /** Pipelines of the current pass that do not continue. */
  isStopped: Uint8Array
  matched: ListedRule[]
  /** Numbers that were counted since the message began. */
  readonly counted: number[]
  countedLength: number
  deadlineMs: number
  stagesRun: number
  isOutOfTime: boolean
  readonly remembered: WeakMap<Message, LookupAnswer[]>
  hasWaited: boolean
}

export function createEvaluator(deps: EvaluatorDeps) {
  const state: State = {
    ...deps,
    run: createMessageRun(deps.env, deps.tools),
    isStopped: new Uint8Array(16),
    matched: [],
    counted: [],
    countedLength: 0,
    deadlineMs: 0,
    stagesRun: 0,
    isOutOfTime: false,
    remembered: new WeakMap(),
    hasWaited: false,
  }
  return {
    /** Runs the pipelines of the message's streams, and of streams that it joins. */
    run(message: Message) {
      if (deps.env.trace === undefined && deps.plans.of(message.streams) === undefined) return 'keep'
      return evaluate(state, message, runAllPasses)
    },
    /** Runs the stages of one pipeline once, whatever it is connected to, and not on messages that it creates. */
    runPipeline(id: string, message: Message) {
      const plan = deps.plans.ofPipeline(id)
      if (plan === undefined) return 'keep'
      return evaluate(state, message, () => runPlan(state, plan, state.run.incoming))
    },
  }
}

function evaluate(state: State, message: Message, runRules: (state: State) => void): Evaluated {
  const { env, run } = state
  const mark = env.places.mark()
  begin(state, message)
  env.trace?.add(traceText.started)
  try {
    runRules(state)
  } catch (error) {
    if (run.pending === undefined) throw error
  }
  if (run.pending !== undefined) {
    env.places.reset(mark)
    return discard(state, message, run.pending)
  }
  env.trace?.add(traceText.finished)
  return finish(state, message)
}

function begin(state: State, message: Message): void {
  const { run, env } = state
  const { incoming } = run
  run.changes.begin(message)
  incoming.message = message
  incoming.isDropped = false
  incoming.passes = 0
  incoming.processedStreams = []
  if (run.created.length > 0) run.created.length = 0
  run.queue.length = 0
  if (run.effects.length > 0) run.effects.length = 0
  if (run.written.length > 0) run.written = []
  if (state.hasWaited) run.answers = state.remembered.get(message)?.slice() ?? []
  else if (run.answers.length > 0) run.answers = []
  run.invalidTimestamps = 0
  run.addedCharacters = 0
  run.pending = undefined
  state.countedLength = 0
  state.stagesRun = 0
  state.isOutOfTime = false
  state.deadlineMs = env.monotonicMs() + RUN_LIMIT_MS
}

function discard(state: State, message: Message, pending: PendingLookup): PendingLookup {
  const { run, counted, counts, env } = state
  for (let at = 0; at < state.countedLength; at += 1) {
    const number = counted[at] ?? 0
    counts[number] = (counts[number] ?? 0) - 1
  }
  run.changes.revert(message)
  env.trace?.clear()
  state.remembered.set(message, run.answers)
  state.hasWaited = true
  return pending
}

function finish({ run, env }: State, message: Message): Evaluated {
  for (const effect of run.effects) effect()
  for (let count = 0; count < run.invalidTimestamps; count += 1) env.effects.onInvalidTimestamp()
  const { created, incoming } = run
  if (created.length === 0) return incoming.isDropped ? 'drop' : 'keep'
  const kept = created.filter(({ isDropped }) => !isDropped).map((one) => one.message)
  return incoming.isDropped ? kept : [message, ...kept]
}

function runAllPasses(state: State): void {
  const { run } = state
  run.queue.push(run.incoming)
  // Rules add to the queue meanwhile.
  for (const message of run.queue) {
    if (state.isOutOfTime) return
    runPass(state, message)
  }
}

/** One pass over the pipelines of the streams that have not been processed. */
function runPass(state: State, message: ProcessedMessage): void {
  const before = message.streamIds
  const done = message.processedStreams
  const due = done.length === 0 ? before : before.filter((id) => !done.includes(id))
  const plan = state.plans.of(due)
  state.env.trace?.add(traceText.pass(message.id, plan?.pipelines ?? [], plan === undefined ? [] : due))
  message.passes += 1
  if (plan !== undefined) runPlan(state, plan, message)
  const after = message.streamIds
  if (after === before) return
  message.processedStreams = [...new Set([...done, ...before.filter((id) => after.includes(id))])]
  if (message.isDropped || after.every((id) => before.includes(id))) return
  if (message.passes < MAX_PASSES) state.run.queue.push(message)
  else stopAtLimit(state, message, `Processing stopped after ${MAX_PASSES} passes: rules move the message in circles`)
}

function runPlan(state: State, plan: PipelinePlan, message: ProcessedMessage): void {
  if (state.isStopped.length < plan.pipelines.length) state.isStopped = new Uint8Array(plan.pipelines.length * 2)
  else state.isStopped.fill(0, 0, plan.pipelines.length)
  const { isStopped } = state
  for (const { count: number } of plan.pipelines) count(state, number)
  for (const { stage, at } of plan.stages) {
    if (isStopped[at] === 1) continue
    if (isOutOfTime(state, message)) return
    if (!runStage(state, stage, message)) isStopped[at] = 1
  }
}

/** Reading the clock costs as much as a short rule, and nearly all messages run only one stage. */
function isOutOfTime(state: State, message: ProcessedMessage): boolean {
  state.stagesRun += 1
  if (state.stagesRun === 1 || state.isOutOfTime) return state.isOutOfTime
  if (state.env.monotonicMs() < state.deadlineMs) return false
  state.isOutOfTime = true
  stopAtLimit(state, message, `Processing stopped after ${RUN_LIMIT_MS / 1000} seconds`)
  return true
}

/** Returns whether the pipeline continues with its next stage. */
function runStage(state: State, stage: LiveStage, message: ProcessedMessage): boolean {
  const { trace } = state.env
  const { matched } = state
  trace?.add(traceText.enter(stage))
  count(state, stage.count)
  let matches = 0
  for (const rule of stage.rules) {
    if (!evaluateCondition(state, rule, stage, message)) continue
    matched[matches] = rule
    matches += 1
  }
  for (let at = 0; at < matches; at += 1) {
    const rule = matched[at]
    if (rule !== undefined && !executeActions(state, rule, stage, message)) break
  }
  const continues = continuesAfter(stage, matches)
  trace?.add(traceText.completed(stage, continues))
  trace?.add(traceText.exit(stage))
  return continues
}

function continuesAfter({ match, rules }: LiveStage, matches: number): boolean {
  if (rules.length === 0 || match === 'pass') return true
  return match === 'all' ? matches === rules.length : matches > 0
}

function evaluateCondition(state: State, rule: ListedRule, stage: LiveStage, message: ProcessedMessage): boolean {
  const { trace } = state.env
  const { run } = state
  trace?.add(traceText.evaluate(rule, stage))
  if (rule.compiled === undefined) {
    trace?.add(traceText.notSatisfied(rule, stage))
    return false
  }
  run.rules.message = message
  run.rules.tools = rule.tools
  const startedAtMs = state.isTimed ? state.env.monotonicMs() : 0
  let isMatch = false
  let failure: unknown
  try {
    isMatch = rule.compiled.matches(run.rules)
  } catch (error) {
    failure = error
  }
  if (run.pending !== undefined) throw INTERRUPTED
  if (state.isTimed) addTime(state, rule.count + RULE_COUNT.evaluateTimings, startedAtMs)
  count(state, rule.count + (isMatch ? RULE_COUNT.matched : RULE_COUNT.notMatched))
  if (failure !== undefined) {
    count(state, rule.count + RULE_COUNT.failed)
    addError(message, rule, failure)
    trace?.add(traceText.evaluationFailed(rule, stage))
  } else trace?.add(isMatch ? traceText.satisfied(rule, stage) : traceText.notSatisfied(rule, stage))
  return isMatch
}

/** Returns false if an action failed: what the rule has changed by then stays. */
function executeActions(state: State, rule: ListedRule, stage: LiveStage, message: ProcessedMessage): boolean {
  const { trace } = state.env
  const { run } = state
  trace?.add(traceText.execute(rule, stage))
  run.rules.message = message
  run.rules.tools = rule.tools
  count(state, rule.count + RULE_COUNT.executed)
  const wasDropped = message.isDropped
  const startedAtMs = state.isTimed ? state.env.monotonicMs() : 0
  let failure: unknown
  try {
    rule.compiled?.execute(run.rules)
  } catch (error) {
    failure = error
  }
  if (run.pending !== undefined) throw INTERRUPTED
  if (state.isTimed) addTime(state, rule.count + RULE_COUNT.executeTimings, startedAtMs)
  if (message.isDropped && !wasDropped) count(state, rule.count + RULE_COUNT.dropped)
  if (failure !== undefined) {
    count(state, rule.count + RULE_COUNT.failed)
    addError(message, rule, failure)
    trace?.add(traceText.executionFailed(rule, stage))
  }
  trace?.add(traceText.executed(rule, stage))
  return failure === undefined
}

function count(state: State, number: number): void {
  const { counts } = state
  counts[number] = (counts[number] ?? 0) + 1
  state.counted[state.countedLength] = number
  state.countedLength += 1
}

/** The place after the timings has their sum in milliseconds. */
function addTime({ counts, env }: State, timings: number, startedAtMs: number): void {
  counts[timings] = (counts[timings] ?? 0) + 1
  counts[timings + 1] = (counts[timings + 1] ?? 0) + env.monotonicMs() - startedAtMs
}

const addError = (message: ProcessedMessage, { name }: ListedRule, failure: unknown): void =>
  appendError(message, `For rule '${name}': ${failure instanceof Error ? failure.message : String(failure)}`)

function stopAtLimit({ run, env }: State, message: ProcessedMessage, problem: string): void {
  appendError(message, problem)
  run.effects.push(() => env.effects.onLimit(problem))
}

function appendError(message: ProcessedMessage, text: string): void {
  const before = message.message.fields.get(ERROR_FIELD)
  const all = typeof before === 'string' ? `${before},${text}` : text
  if (all.length <= MAX_ERROR_LENGTH || before === undefined)
    message.setOwnField(ERROR_FIELD, all.slice(0, MAX_ERROR_LENGTH))
}
