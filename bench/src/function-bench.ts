/** The cost of statements of rules: each is compiled as the only one of a rule, and runs on messages as processing has them. */
import type { FieldValue } from '@logyard/codecs/codec'
import { UTC } from '@logyard/codecs/time-zone'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { compileRule } from '@logyard/languages/rules/compile-rule'
import type { EvaluationEnvironment } from '@logyard/server/pipelines/evaluation/evaluation-environment'
import { createMessageRun } from '@logyard/server/pipelines/evaluation/message-run'
import { ruleFunctions } from '@logyard/server/pipelines/functions/rule-functions'
import { createGuardMemory, createWorkerGuard } from '@logyard/server/processing/workers/regex-guard'
import type { Message } from '@logyard/server/store/messages/message'
import { createFieldSetter } from '@logyard/server/store/messages/normalise-fields'
import { median } from './median.ts'

const ROUNDS = 15
const RUNS = 20_000
const VARIANTS = 64
const NOW = Date.UTC(2026, 5, 15)

const STATEMENTS = [
  'set_field("copy", $message.user);',
  'set_fields({a: 1, b: "x"});',
  'let x = has_field("user");',
  'let x = to_string($message.port);',
  'let x = to_long($message.port_text);',
  'let x = lowercase(to_string($message.text));',
  'let x = contains(to_string($message.text), "port");',
  'let x = contains(to_string($message.text), "PORT", true);',
  'let x = substring(to_string($message.text), 5, 20);',
  'let x = replace(to_string($message.text), " ", "_");',
  'let x = regex("from (\\\\S+) port (\\\\d+)", to_string($message.text));',
  'let x = regex_replace("\\\\d+", to_string($message.text), "#");',
  'let x = split(" ", to_string($message.text));',
  'let x = grok("%{IP:ip} port %{NUMBER:port}", to_string($message.text));',
  'let x = key_value(to_string($message.pairs));',
  'let x = parse_json(to_string($message.json));',
  'let x = select_jsonpath(parse_json(to_string($message.json)), {id: "$.request.id"});',
  'let x = cidr_match("10.0.0.0/8", to_ip($message.ip));',
  'let x = to_url("https://example.org/start?user=ada");',
  'let x = parse_date(value: to_string($message.date), pattern: "yyyy-MM-dd HH:mm:ss");',
  'let x = format_date(now(), "yyyy-MM-dd HH:mm:ss");',
  'let x = sha256(to_string($message.text));',
  'let x = murmur3_128(to_string($message.text));',
  'let x = base64_encode(to_string($message.text));',
]

const setField = createFieldSetter()

const messageOf = (n: number): Message => ({
  timestampMs: NOW,
  source: 'web-1',
  message: 'a message',
  receivedAtMs: NOW,
  fields: new Map<string, FieldValue>([
    ['user', `ada-${n}`],
    ['port', 5000 + n],
    ['port_text', `${5000 + n}`],
    ['ip', `10.0.0.${n}`],
    ['text', `Accepted publickey for ada from 192.0.2.${n} port ${5000 + n} ssh2`],
    ['pairs', `user=ada-${n} action=login client=10.0.0.${n} took=${n}`],
    ['json', `{"level":"warn","request":{"id":"b7e6f1c0${n}","method":"GET"},"tags":["a","b"]}`],
    ['date', `2026-06-11 22:14:${10 + (n % 50)}`],
  ]),
  inputId: '65f000000000000000000001',
  nodeId: '5ca1ab1e-0000-4000-8000-000000000001',
  remoteAddress: '192.0.2.7',
  remotePort: 51_000,
  place: 0,
  streams: [],
})

const environment: EvaluationEnvironment = {
  nowMs: () => NOW,
  monotonicMs: () => 0,
  setField,
  idOf: () => 'id',
  places: { next: () => undefined, mark: () => 0, reset: () => undefined },
  lookupTables: { find: () => undefined },
  settings: () => ({
    streamsById: new Map(),
    streamsByTitle: new Map(),
    inputs: new Map(),
    threatIntel: { tor: false, spamhaus: false, abuseCh: false },
  }),
  writesToTables: false,
  effects: {
    debug: () => undefined,
    count: () => undefined,
    onInvalidTimestamp: () => undefined,
    onLimit: () => undefined,
  },
}

/** Microseconds per statement: the median of many rounds over different messages. */
export function benchFunctions(print: (line: string) => void): void {
  for (const statement of STATEMENTS) print(measure(statement))
}

function measure(statement: string): string {
  const guard = createWorkerGuard(createGuardMemory()).guard({ kind: 'rule', id: 'measured' })
  const tools = { grokPatterns: BUILT_IN_PATTERNS, guard, zone: UTC }
  const functions = new Map(ruleFunctions.map((definition) => [definition.name, definition]))
  const compiled = compileRule(`rule "measured" when true then ${statement} end`, { functions, tools })
  if (!compiled.ok) throw new Error(compiled.errors.map(({ reason }) => reason).join('\n'))
  const run = createMessageRun(environment, tools)
  const messages = Array.from({ length: VARIANTS }, (_, variant) => messageOf(variant))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    for (let done = 0; done < RUNS; done += VARIANTS) {
      for (const message of messages) {
        run.incoming.message = message
        compiled.rule.execute(run.rules)
      }
    }
    times.push((1000 * (performance.now() - started)) / (Math.ceil(RUNS / VARIANTS) * VARIANTS))
  }
  return `${median(times).toFixed(2).padStart(6)} µs  ${statement}`
}
