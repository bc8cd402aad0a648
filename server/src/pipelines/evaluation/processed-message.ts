/** A message in the hands of rules while it is processed. */
import type { FieldValue } from '@logyard/codecs/codec'
import { FIELD } from '@logyard/contract/messages/message-fields'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { RuleObject, RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleDateTime } from '@logyard/languages/rules/values/rule-date-time'
import { accountedSize } from '../../store/messages/accounted-size.ts'
import { fieldOf, type Message, trimmed } from '../../store/messages/message.ts'
import { type FieldRules, isReserved, setMessageField } from '../../store/messages/set-message-field.ts'
import type { ChangeLog } from './change-log.ts'
import { fieldValueOf, ruleValueOf } from './field-values.ts'
import { RuleMessage } from './rule-run.ts'

export interface MessageDeps {
  readonly rules: FieldRules
  readonly idOf: (message: Message) => string
  /** Throws if rules have added too much. */
  readonly grow: (characters: number) => void
}

const ORIGIN_FIELDS = [FIELD.sourceInput, FIELD.sourceNode, FIELD.remoteIp, FIELD.remotePort] as const
const VALID_NAME = /^[\w.\-@]*$/

export class ProcessedMessage extends RuleMessage {
  message: Message
  isDropped = false
  passes = 0
  /** Streams whose pipelines have run on it. */
  processedStreams: readonly string[] = []
  readonly #deps: MessageDeps
  readonly #changes: ChangeLog | undefined

  /** `changes` makes it possible to take back what rules did to it. */
  constructor(message: Message, deps: MessageDeps, changes?: ChangeLog) {
    super()
    this.message = message
    this.#deps = deps
    this.#changes = changes
  }

  get id(): string {
    return this.#deps.idOf(this.message)
  }

  get streamIds(): readonly string[] {
    return this.message.streams
  }

  field(name: string): RuleValue {
    const value = this.message.fields.get(name)
    if (value !== undefined) return ruleValueOf(value)
    if (name === FIELD.message) return this.message.message
    if (name === FIELD.id) return this.id
    const own = fieldOf(this.message, name)
    if (own === undefined) return null
    return own instanceof Date ? new RuleDateTime(own.getTime()) : ruleValueOf(own)
  }

  hasField(name: string): boolean {
    return name === FIELD.id || fieldOf(this.message, name) !== undefined
  }

  *fieldNames(): Iterable<string> {
    yield FIELD.id
    yield FIELD.timestamp
    yield FIELD.source
    yield FIELD.message
    for (const name of ORIGIN_FIELDS) if (fieldOf(this.message, name) !== undefined) yield name
    yield* this.message.fields.keys()
  }

  setField(name: string, value: RuleValue): void {
    const next = value instanceof RuleDateTime ? new Date(value.instantMs) : fieldValueOf(value)
    if (next === undefined) return
    this.#deps.grow(charactersOf(next))
    this.#note(name)
    setMessageField(this.message, name, next, this.#deps.rules)
  }

  removeField(name: string): void {
    if (isReserved(name) || !this.message.fields.has(name)) return
    this.#note(name)
    this.message.fields.delete(name)
  }

  /** Sets a field of the server, whose name rules cannot set. */
  setOwnField(name: string, value: string): void {
    this.#note(name)
    this.message.fields.set(name, value)
  }

  addStream(id: string): void {
    const { streams } = this.message
    if (streams.includes(id)) return
    this.message.streams = id === DEFAULT_STREAM_ID ? [id, ...streams] : [...streams, id]
  }

  removeStream(id: string): void {
    if (this.message.streams.includes(id)) this.message.streams = this.message.streams.filter((other) => other !== id)
  }

  accountedSize(): number {
    return accountedSize(this.message)
  }

  drop(): void {
    this.isDropped = true
  }

  property(name: string): RuleValue | undefined {
    switch (name) {
      case 'id':
        return this.id
      case 'streamIds':
        return this.streamIds
      default:
        return this.hasField(name) ? this.field(name) : undefined
    }
  }

  override equals(other: RuleObject): boolean {
    return other === this
  }

  toText(): string {
    return this.message.message
  }

  #note(name: string): void {
    if (this.#changes === undefined || !VALID_NAME.test(trimmed(name))) return
    const bare = trimmed(name)
    this.#changes.note(bare, this.message.fields.get(bare))
  }
}

/** A copy, as far as rules can change it. */
export const copyOfMessage = (message: Message, place: number): Message => ({
  ...message,
  fields: withoutOwnId(message.fields),
  place,
})

function withoutOwnId(fields: ReadonlyMap<string, FieldValue>): Map<string, FieldValue> {
  const copy = new Map(fields)
  copy.delete(FIELD.messageId)
  return copy
}

/** About what the message needs in memory. */
export function charactersOfMessage({ message, source, fields }: Message): number {
  let characters = message.length + source.length
  for (const [name, value] of fields) characters += name.length + charactersOf(value)
  return characters
}

const PLAIN = 8

function charactersOf(value: FieldValue | Date): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value instanceof Date) return PLAIN
  return value.reduce<number>((sum, item) => sum + PLAIN + (typeof item === 'string' ? item.length : 0), 0)
}
