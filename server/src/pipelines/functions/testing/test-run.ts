/** A message in the hands of a rule, without a server around it. */
import { UTC } from '@logyard/codecs/time-zone'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleDateTime } from '@logyard/languages/rules/values/rule-date-time'
import { RuleMessage, type RuleRun, type RuleStream, type RuleTools } from '../../evaluation/rule-run.ts'
import { createTestLookups } from './test-lookups.ts'

export const NOW_MS = Date.parse('2021-03-04T05:06:07.089Z')
export const DEFAULT_STREAM = '000000000000000000000001'

export const STREAMS: readonly RuleStream[] = [
  { id: DEFAULT_STREAM, title: 'Default Stream', isPaused: false },
  { id: 'logins', title: 'Logins', isPaused: false },
  { id: 'first', title: 'Failures', isPaused: false },
  { id: 'second', title: 'Failures', isPaused: false },
  { id: 'paused', title: 'Paused', isPaused: true },
]

const VALID_NAME = /^[\w.\-@]+$/
const RESERVED = new Set(['message', 'source', 'timestamp', '_id'])

export class TestMessage extends RuleMessage {
  readonly id: string
  readonly fields: Map<string, RuleValue>
  readonly streams: Set<string>
  isDropped = false

  constructor(id: string, fields: ReadonlyMap<string, RuleValue>, streams: Iterable<string>) {
    super()
    this.id = id
    this.fields = new Map(fields)
    this.streams = new Set(streams)
  }

  field = (name: string): RuleValue => this.fields.get(name) ?? null
  hasField = (name: string): boolean => this.fields.has(name)
  fieldNames = (): Iterable<string> => this.fields.keys()
  get streamIds(): readonly string[] {
    return [...this.streams]
  }
  addStream = (id: string): void => void this.streams.add(id)
  removeStream = (id: string): void => void this.streams.delete(id)
  accountedSize = (): number => this.fields.size
  property = (name: string): RuleValue | undefined => this.fields.get(name)
  toText = (): string => this.id

  setField(name: string, value: RuleValue): void {
    if (VALID_NAME.test(name.trim()) && name !== '_id' && value !== null) this.fields.set(name.trim(), value)
  }

  removeField(name: string): void {
    if (!RESERVED.has(name)) this.fields.delete(name)
  }

  drop(): void {
    this.isDropped = true
  }
}

export interface TestRun extends RuleRun {
  readonly message: TestMessage
  readonly created: readonly TestMessage[]
  readonly lines: readonly string[]
  readonly counters: ReadonlyMap<string, number>
}

/** Messages arrive by the input `Syslog UDP`. */
export function createTestRun(fields: Readonly<Record<string, RuleValue>> = {}): TestRun {
  const created: TestMessage[] = []
  const lines: string[] = []
  const counters = new Map<string, number>()
  const tools: RuleTools = { grokPatterns: BUILT_IN_PATTERNS, guard: (run) => run(), zone: UTC }
  const own = { message: 'login of ada', source: 'web-1', timestamp: new RuleDateTime(NOW_MS), ...fields }
  const message = new TestMessage('incoming', new Map(Object.entries(own)), [DEFAULT_STREAM])
  const add = (one: TestMessage): TestMessage => {
    created.push(one)
    return one
  }
  return {
    message,
    created,
    lines,
    counters,
    tools,
    nowMs: () => NOW_MS,
    createMessage(text, source, timestampMs) {
      const timestamp = new RuleDateTime(timestampMs ?? NOW_MS)
      const own = { message: text ?? message.field('message'), source: source ?? message.field('source'), timestamp }
      return add(new TestMessage('created', new Map(Object.entries(own)), []))
    },
    cloneMessage: (original) =>
      add(
        new TestMessage(
          'clone',
          new Map(Array.from(original.fieldNames(), (name) => [name, original.field(name)])),
          original.streamIds,
        ),
      ),
    streamById: (id) => STREAMS.find((stream) => stream.id === id),
    streamsByTitle: (title) => STREAMS.filter((stream) => stream.title === title),
    defaultStreamId: DEFAULT_STREAM,
    input: { id: 'input-1', title: 'Syslog UDP' },
    ...createTestLookups(),
    threatIntel: { tor: false, spamhaus: false, abuseCh: false },
    debug: (text) => void lines.push(text),
    count: (name, by) => void counters.set(name, (counters.get(name) ?? 0) + by),
  }
}
