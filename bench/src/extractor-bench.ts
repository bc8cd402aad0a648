/** The cost of extractors and converters per message. Compare with what `processing` prints: from block to row, and insert. */
import type { FieldValue } from '@logyard/codecs/codec'
import { UTC } from '@logyard/codecs/time-zone'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { type CompiledExtractor, compileExtractor } from '@logyard/server/extractors/extraction/compile-extractor'
import type {
  ConverterDefinition,
  ExtractorDefinition,
} from '@logyard/server/extractors/extraction/extractor-definition'
import { createExtractorFigures } from '@logyard/server/extractors/extraction/extractor-figures'
import { createGuardMemory, createWorkerGuard } from '@logyard/server/processing/workers/regex-guard'
import type { Message } from '@logyard/server/store/messages/message'
import { createFieldSetter } from '@logyard/server/store/messages/normalise-fields'
import { median } from './median.ts'

type Print = (line: string) => void
type Draft = Partial<ExtractorDefinition>

const ROUNDS = 15
const RUNS = 20_000
const VARIANTS = 64
const NOW = Date.UTC(2026, 5, 15)
const UNTIMED = { isTiming: false, now: () => 0 }

const accessLine = (n: number) =>
  `192.0.2.${n} - ada [10/Oct/2025:13:55:${10 + (n % 50)} -0700] "GET /orders/${n}?page=2 HTTP/1.1" 200 ${5000 + n} "https://example.org/start" "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/143.0"`
const eventLine = (n: number) =>
  `{"level":"warn","request":{"id":"b7e6f1c0${n}","method":"GET","status":200},"tags":["a","b"],"took_ms":${n}.5,"user":"ada"}`
const shopLine = (n: number) =>
  `user=ada-${n} action="check out" client=10.0.0.${n} took=${n} at=2026-06-11T22:14:15.${100 + n}Z status=200`

const texts: Readonly<Record<string, (variant: number) => string>> = {
  access: accessLine,
  event: eventLine,
  shop: shopLine,
  number: (n) => `${5000 + n}`,
  date: (n) => `10/Oct/2025:13:55:${10 + (n % 50)} -0700`,
  csv: (n) => `${n},ada,"check out",10.0.0.${n},200`,
}

const converter = (type: ConverterDefinition['type'], config: ConverterDefinition['config'] = {}): Draft => ({
  converters: [{ type, config }],
})

/** Each on the text that its name begins with. */
const single: Readonly<Record<string, Draft>> = {
  'shop, a condition that does not match': { conditionType: 'string', conditionValue: 'refund' },
  'shop, a regex condition that does not match': { conditionType: 'regex', conditionValue: 'refund of \\d+' },
  'shop, copy_input': {},
  'shop, substring': { type: 'substring', config: { begin_index: 5, end_index: 10 } },
  'shop, split_and_index': { type: 'split_and_index', config: { split_by: ' ', index: 5 } },
  'shop, regex': { type: 'regex', config: { regex_value: 'took=(\\d+)' } },
  'shop, regex with cut': { type: 'regex', config: { regex_value: 'took=(\\d+)' }, cursorStrategy: 'cut' },
  'shop, regex_replace': {
    type: 'regex_replace',
    config: { regex: '(\\w+)=(\\S+)', replacement: '$2', replace_all: true },
  },
  'event, json': { type: 'json' },
  'event, json, flattened': { type: 'json', config: { flatten: true } },
  'shop, json of another text': { type: 'json' },
  'access, grok %{COMBINEDAPACHELOG}': {
    type: 'grok',
    config: { grok_pattern: '%{COMBINEDAPACHELOG}', named_captures_only: true },
  },
  'number, numeric': converter('numeric'),
  'date, date': converter('date', { date_format: 'dd/MMM/yyyy:HH:mm:ss Z' }),
  'date, flexdate': converter('flexdate'),
  'shop, hash': converter('hash'),
  'shop, split_and_count': converter('split_and_count', { split_by: ' ' }),
  'shop, ip_anonymizer': converter('ip_anonymizer'),
  'number, syslog_pri_level': converter('syslog_pri_level'),
  'number, syslog_pri_facility': converter('syslog_pri_facility'),
  'shop, tokenizer, 6 pairs': converter('tokenizer'),
  'csv, csv, 5 columns': converter('csv', { column_header: 'number,user,action,client,status' }),
  'shop, lowercase': converter('lowercase'),
  'shop, uppercase': converter('uppercase'),
}

const take = (regex_value: string, targetField: string, more: Draft = {}): Draft => ({
  type: 'regex',
  config: { regex_value },
  targetField,
  ...more,
})

/** Typical extractors for the lines of a shop. */
const chain: readonly Draft[] = [
  take('user=(\\S+)', 'user', converter('lowercase')),
  take('action="([^"]+)"', 'action'),
  take('client=(\\d+\\.\\d+\\.\\d+\\.\\d+)', 'client', converter('ip_anonymizer')),
  take('took=(\\d+)', 'took_ms', converter('numeric')),
  take('at=(\\S+)', 'timestamp', converter('date', { date_format: "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'" })),
  take('status=(\\d{3})', 'status', converter('numeric')),
  { type: 'split_and_index', config: { split_by: '=', index: 2 }, targetField: 'first' },
  { type: 'substring', config: { begin_index: 0, end_index: 4 }, targetField: 'kind' },
  take('refund=(\\d+)', 'refund', { conditionType: 'string', conditionValue: 'refund=' }),
  take('order=(\\d+)', 'order', { conditionType: 'regex', conditionValue: 'order=\\d' }),
]

export async function benchExtractors(print: Print): Promise<void> {
  for (const [name, draft] of Object.entries(single)) {
    const text = texts[name.slice(0, name.indexOf(','))] ?? shopLine
    print(`${name}: ${microseconds([compile(draft)], text).toFixed(2)} us`)
  }
  const all = chain.map(compile)
  print(`10 typical extractors: ${microseconds(all, shopLine).toFixed(2)} us (goal 20)`)
}

const { guard } = createWorkerGuard(createGuardMemory())
const setField = createFieldSetter()

function compile(draft: Draft): CompiledExtractor {
  const figures = createExtractorFigures()
  return compileExtractor(
    {
      id: 'bench',
      title: 'bench',
      type: 'copy_input',
      cursorStrategy: 'copy',
      sourceField: 'line',
      targetField: 'target',
      config: {},
      converters: [],
      conditionType: 'none',
      conditionValue: '',
      order: 0,
      ...draft,
    },
    {
      grokPatterns: BUILT_IN_PATTERNS,
      now: () => NOW,
      zone: UTC,
      setField,
      guard: guard({ kind: 'extractor', id: 'bench' }),
      figuresOf: () => figures,
      lookupTables: { find: () => undefined },
    },
  )
}

/** Per message, without making the message. */
function microseconds(extractors: readonly CompiledExtractor[], textOf: (variant: number) => string): number {
  const lines = Array.from({ length: VARIANTS }, (_, variant) => textOf(variant))
  const withExtractors = median(Array.from({ length: ROUNDS }, () => cpuPerMessage(lines, extractors)))
  const without = median(Array.from({ length: ROUNDS }, () => cpuPerMessage(lines, [])))
  return Math.max(0, withExtractors - without)
}

function cpuPerMessage(lines: readonly string[], extractors: readonly CompiledExtractor[]): number {
  const before = process.cpuUsage()
  let written = 0
  for (let run = 0; run < RUNS; run += 1) {
    const message = messageOf(lines[run % VARIANTS] ?? '')
    for (const extractor of extractors) extractor.run(message, UNTIMED)
    written += message.fields.size
  }
  const used = process.cpuUsage(before)
  if (written < RUNS) throw new Error('a message has no fields')
  return (used.user + used.system) / RUNS
}

const messageOf = (line: string): Message => ({
  timestampMs: NOW,
  source: 'web-1',
  message: 'a message',
  fields: new Map<string, FieldValue>([['line', line]]),
  inputId: '65f000000000000000000001',
  nodeId: '5ca1ab1e-0000-4000-8000-000000000001',
  remoteAddress: '192.0.2.7',
  remotePort: 51_000,
  receivedAtMs: NOW,
  place: 0,
  streams: [],
})
