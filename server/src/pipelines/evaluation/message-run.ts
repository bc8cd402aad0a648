/** What functions of rules may ask and do while one message is processed. */
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { ERROR_TTL_MS, errorResult } from '../../lookup/lookup-results.ts'
import type { LookupKey, LookupResult, LookupWriter } from '../../lookup/lookup-tables.ts'
import type { PendingLookup } from '../../platform/pending-lookup.ts'
import { type Message, trimmed } from '../../store/messages/message.ts'
import { createBufferedWriter } from './buffered-writer.ts'
import { type ChangeLog, createChangeLog } from './change-log.ts'
import type { EvaluationEnvironment } from './evaluation-environment.ts'
import { findAnswer, type LookupAnswer } from './lookup-answers.ts'
import { charactersOfMessage, copyOfMessage, type MessageDeps, ProcessedMessage } from './processed-message.ts'
import type { RuleMessage, RuleRun, RuleStream, RuleTools } from './rule-run.ts'

/** Messages that rules create from one incoming message. */
export const MAX_CREATED = 1000
/** Characters that rules add to one incoming message and to all messages that they create from it. */
export const MAX_ADDED_CHARACTERS = 32 * 2 ** 20

export interface MessageRun {
  readonly changes: ChangeLog
  /** The incoming message: the object is used again for the next one. */
  readonly incoming: ProcessedMessage
  /** Messages in the order in which rules created them. */
  readonly created: ProcessedMessage[]
  /** Messages that wait for their next pass. */
  readonly queue: ProcessedMessage[]
  answers: LookupAnswer[]
  written: LookupAnswer[]
  readonly effects: (() => void)[]
  /** What the message has to wait for: everything that was done is then taken back. */
  pending: PendingLookup | undefined
  invalidTimestamps: number
  addedCharacters: number
  readonly rules: RunOfRules
}

/** The same object for all rules; the evaluator sets what it is about. */
export type RunOfRules = { -readonly [Name in 'message' | 'tools']: RuleRun[Name] } & Omit<RuleRun, 'message' | 'tools'>

/** Ends a rule. Rules and functions may catch or wrap it: `pending` says that it was thrown. */
export const INTERRUPTED = new Error('A value has to be looked up first')

const NO_STREAMS: readonly RuleStream[] = []

export function createMessageRun(env: EvaluationEnvironment, tools: RuleTools): MessageRun {
  const changes = createChangeLog()
  const deps: MessageDeps = {
    rules: {
      setField: env.setField,
      now: env.nowMs,
      onInvalidTimestamp() {
        run.invalidTimestamps += 1
      },
    },
    idOf: env.idOf,
    grow: (characters) => grow(run, env, characters),
  }
  const incoming = new ProcessedMessage(emptyMessage(), deps, changes)
  const run: MessageRun = {
    changes,
    incoming,
    created: [],
    queue: [],
    answers: [],
    written: [],
    effects: [],
    pending: undefined,
    invalidTimestamps: 0,
    addedCharacters: 0,
    rules: {
      message: incoming,
      tools,
      nowMs: env.nowMs,
      createMessage: (text, source, timestampMs) => create(run, env, deps, newMessage(run, text, source, timestampMs)),
      cloneMessage: (message) => create(run, env, deps, messageOf(message)),
      streamById: (id) => env.settings().streamsById.get(id),
      streamsByTitle: (title) => env.settings().streamsByTitle.get(title) ?? NO_STREAMS,
      defaultStreamId: DEFAULT_STREAM_ID,
      get input() {
        const { inputId } = incoming.message
        const title = env.settings().inputs.get(inputId)
        return title === undefined ? undefined : { id: inputId, title }
      },
      lookUp: (table, key) => lookUp(run, env, table, key),
      lookupWriter: (table) => writerOf(run, env, table),
      get threatIntel() {
        return env.settings().threatIntel
      },
      debug: (text) => void run.effects.push(() => env.effects.debug(text)),
      count: (name, by) => void run.effects.push(() => env.effects.count(name, by)),
    },
  }
  return run
}

function lookUp(run: MessageRun, env: EvaluationEnvironment, name: string, key: LookupKey): LookupResult | undefined {
  const known = findAnswer(run.written, name, key) ?? findAnswer(run.answers, name, key)
  if (known !== undefined) return known
  const table = env.lookupTables.find(name)
  if (table === undefined) return undefined
  const found = table.lookUp(key)
  const result = 'resolve' in found && env.givesUpLookups?.() === true ? errorResult(ERROR_TTL_MS) : found
  if ('resolve' in result) {
    run.pending = result
    throw INTERRUPTED
  }
  run.answers.push({ table: name, key, result })
  return result
}

function writerOf(run: MessageRun, env: EvaluationEnvironment, name: string): LookupWriter | undefined {
  const writer = env.lookupTables.find(name)?.writer
  if (writer === undefined) return undefined
  return createBufferedWriter(writer, {
    read: (key) => lookUp(run, env, name, key),
    write(key, result, apply) {
      run.written.unshift({ table: name, key, result })
      if (env.writesToTables) run.effects.push(apply)
      return result
    },
  })
}

/** A text of 8 MB in many fields, or a large message with many clones, would be more than a thread can write. */
function grow(run: MessageRun, env: EvaluationEnvironment, characters: number): void {
  if (run.addedCharacters + characters > MAX_ADDED_CHARACTERS || env.takeRoom?.(characters) === false)
    throw new Error(`Rules add more than ${MAX_ADDED_CHARACTERS} characters to a message, or too much to many messages`)
  run.addedCharacters += characters
}

function create(run: MessageRun, env: EvaluationEnvironment, deps: MessageDeps, message: Message): RuleMessage {
  grow(run, env, charactersOfMessage(message))
  const place = run.created.length < MAX_CREATED ? env.places.next() : undefined
  if (place === undefined) throw new Error(`More than ${MAX_CREATED} messages were created from one message`)
  const created = new ProcessedMessage(copyOfMessage(message, place), deps)
  run.created.push(created)
  run.queue.push(created)
  return created
}

/** Without streams, and without other fields. */
function newMessage(
  { rules: { message, nowMs } }: MessageRun,
  text: string | null,
  source: string | null,
  timestampMs: number | null,
): Message {
  const current = messageOf(message)
  return {
    ...current,
    timestampMs: timestampMs ?? nowMs(),
    message: trimmed(text ?? '') || current.message,
    source: trimmed(source ?? '') || current.source,
    fields: new Map(),
    streams: [],
  }
}

function messageOf(message: RuleMessage): Message {
  if (message instanceof ProcessedMessage) return message.message
  throw new TypeError('a message of another run')
}

const emptyMessage = (): Message => ({
  timestampMs: 0,
  source: '',
  message: '',
  fields: new Map(),
  inputId: '',
  nodeId: '',
  remoteAddress: '',
  remotePort: 0,
  receivedAtMs: 0,
  place: 0,
  streams: [],
})
