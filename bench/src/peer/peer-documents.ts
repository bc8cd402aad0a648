/** The documents of the comparison: each follows from its number alone, so that every product and run gets the same. */
import { createDice, type Dice, seededFractions } from '@logyard/codecs/demo/dice'

/** Timestamps are even, so that a range with odd ends means the same to products that include ends and to others. */
const FIRST_MS = Date.UTC(2026, 5, 10)
const STEP_MS = 10
const JITTERS = 5

export const ACTIONS = words(
  'accepted rejected completed delayed retried cancelled started stopped refreshed evicted merged skipped opened closed failed verified',
)
export const OBJECTS = words(
  'checkpoint transaction connection request snapshot segment invoice shipment certificate subscription payload partition lease heartbeat webhook migration',
)
export const COMPONENTS = words(
  'scheduler gateway replicator indexer mailer billing cache session uploader resolver balancer collector importer exporter planner reconciler notifier archiver renderer tokenizer validator dispatcher crawler ledger',
)
export const SERVICES = words('checkout orders catalog payments identity search stock shipping mail reports images api')
const HOSTS = 60
const USERS = 20_000
const PATHS = 1000
const CLIENTS = 65_000
const STATUSES = [200, 200, 200, 200, 200, 201, 204, 301, 304, 400, 404, 500, 503] as const
/** Nearly all levels of a hundred documents. */
const LEVELS = [
  ['info', 75],
  ['debug', 85],
  ['warn', 97],
  ['error', 100],
] as const
/** Constant parts of messages; the first ones are frequent. */
const TEMPLATES = 4000
const MAX_TOOK_MS = 10_000
const MAX_BYTES = 100_000

type Next = Dice['below']

/** Neighbouring numbers of documents become seeds that are far apart. */
const numbersOf = (number: number): Next => createDice(seededFractions(Math.imul(number + 1, 0x9e3779b1))).below

/** Small numbers are more frequent than large ones. */
const skewed = (next: Next, below: number) => Math.floor(below * (next(1_000_000) / 1_000_000) ** 2)
const hex = (next: Next) =>
  next(2 ** 32)
    .toString(16)
    .padStart(8, '0')
const pathOf = (place: number) => `/v2/${OBJECTS[place % OBJECTS.length]}s/${place}`

const TAILS: readonly ((next: Next) => string)[] = [
  (next) => `${next(1_000_000)} after ${next(9000)} ms`,
  (next) =>
    `${hex(next)} for user=u${skewed(next, USERS)} from 10.${next(4)}.${next(250)}.${next(250)}:${next(65_000)}`,
  (next) => `${hex(next)} in ${next(9000)} ms, attempt ${next(5)} of 5`,
  (next) => `on shard ${next(64)} at offset ${next(2 ** 31)}, lag ${next(100_000)} bytes`,
  (next) =>
    `for \\"${pathOf(skewed(next, PATHS))}\\" with status ${STATUSES[next(STATUSES.length)]} and ${next(MAX_BYTES)} bytes`,
  (next) => `${hex(next)}-${hex(next)} held by worker ${next(32)}`,
  (next) => `from node-${next(HOSTS)}.example.org: deadline of ${next(30) * 1000} ms exceeded`,
  (next) => `queue=${next(16)} depth=${next(5000)} oldest=${next(60_000)}ms`,
]
/** The place of the tail whose text begins with eight hexadecimal digits. */
const RARE_TAIL = 2

const template = (next: Next) => {
  const place = skewed(next, TEMPLATES)
  // Spreads the frequent templates over all words.
  const mixed = (Math.imul(place + 1, 0x85ebca6b) >>> 0) % (COMPONENTS.length * ACTIONS.length * OBJECTS.length)
  const [component, rest] = [mixed % COMPONENTS.length, Math.floor(mixed / COMPONENTS.length)]
  return {
    text: `${COMPONENTS[component]}: ${ACTIONS[rest % ACTIONS.length]} ${OBJECTS[Math.floor(rest / ACTIONS.length)]}`,
    tail: place % TAILS.length,
  }
}

/** The parts of a document that questions ask for come first, in this order. */
function begun(number: number) {
  const next = numbersOf(number)
  const traceId = hex(next) + hex(next) + hex(next) + hex(next)
  const { text, tail } = template(next)
  return { next, traceId, text, tail, ending: TAILS[tail]?.(next) ?? '' }
}

/** Fields of each document; more belong to groups of ten, and a document has those of one group. */
const OWN_FIELDS = 12
const GROUP_FIELDS = 10
const STATES = words('ready busy waiting draining blocked retired offline degraded')

/** The fields of the document's group, with a comma before each. */
function groupFields(next: Next, groups: number): string {
  const group = next(groups)
  const state = () => `"${STATES[next(STATES.length)]}"`
  const values = [
    state,
    state,
    () => `"${COMPONENTS[next(COMPONENTS.length)]}-${next(40)}"`,
    () => `"${OBJECTS[next(OBJECTS.length)]}s/${skewed(next, PATHS)}"`,
    () => `"${hex(next)}"`,
    () => `"${ACTIONS[next(ACTIONS.length)]} ${OBJECTS[next(OBJECTS.length)]} ${next(MAX_BYTES)}"`,
    () => `${next(MAX_TOOK_MS)}`,
    () => `${skewed(next, USERS)}`,
    () => `${next(MAX_BYTES) / 100}`,
    () => `${next(2) === 1}`,
  ]
  return values.map((value, place) => `,"g${group}_field_${place}":${value()}`).join('')
}

/** The two lines of a document in a `_bulk` request. All documents together have so many fields. */
export function bulkLines(number: number, fields: number): string {
  const { next, traceId, text, ending } = begun(number)
  const timestamp = new Date(FIRST_MS + number * STEP_MS + 2 * next(JITTERS)).toISOString()
  const percent = next(100)
  const level = LEVELS.find(([, below]) => percent < below)?.[0] ?? 'info'
  const client = skewed(next, CLIENTS)
  const groups = Math.floor((fields - OWN_FIELDS) / GROUP_FIELDS)
  return (
    `{"create":{}}\n{"@timestamp":"${timestamp}","message":"${text} ${ending}",` +
    `"host":"web-${next(HOSTS)}.example.org","service":"${SERVICES[next(SERVICES.length)]}","level":"${level}",` +
    `"trace_id":"${traceId}","user":"u${skewed(next, USERS)}","http_path":"${pathOf(skewed(next, PATHS))}",` +
    `"status":${STATUSES[next(STATUSES.length)]},"took_ms":${skewed(next, MAX_TOOK_MS)},` +
    `"client_ip":"10.${client >> 14}.${(client >> 8) & 63}.${client & 255}","bytes":${next(MAX_BYTES)}${groups > 0 ? groupFields(next, groups) : ''}}\n`
  )
}

/** Odd bounds around the timestamps of the first documents. */
export const rangeOf = (documents: number) => ({ fromMs: FIRST_MS - 1, toMs: FIRST_MS + documents * STEP_MS + 1 })

export const traceIdOf = (number: number): string => begun(number).traceId

/** A word that hardly any other message has, of the first document from `number` on that has one. */
export function rareWordFrom(number: number): string {
  for (let at = number; ; at++) {
    const { tail, ending } = begun(at)
    if (tail === RARE_TAIL) return ending.slice(0, 8)
  }
}

function words(text: string): readonly string[] {
  return text.split(' ')
}
