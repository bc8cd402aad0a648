/** Traffic of the shop at a constant rate, and windows of time after it: some with a fault, some without. */
import type { DemoMessage } from '@logyard/codecs/demo/demo-message'
import { createDice, seededFractions } from '@logyard/codecs/demo/dice'
import { FAULT_KINDS, type ShopFault, shopFault, shopJob } from '@logyard/codecs/demo/shop-faults'
import { createShopTraffic } from '@logyard/codecs/demo/shop-traffic'
import type { StoredFieldColumn } from '../../store/messages/field-column-table.ts'
import type { TestMessage } from './message-table.ts'

export interface FaultWindow {
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
  readonly fault: ShopFault | undefined
}

const MINUTE_MS = 60_000
/** Far apart, because fractions of near seeds are alike. */
const SEED_STEP = 97_003
const START_MS = Date.UTC(2026, 2, 1)
const MESSAGES_A_MINUTE = 160
const BASE_MINUTES = 240
const WINDOW_MINUTES = 20
/** Starts of jobs, which come in bursts. */
const JOBS_A_MINUTE = 0.08
/** So long that no incident of the shop's own happens. */
const CYCLE_MS = 1e13

const column = (field: string, type: StoredFieldColumn['type'], isRepetitive = true): StoredFieldColumn => ({
  ...{ field, type, isRepetitive: type === 'String' && isRepetitive },
  numberInValues: undefined,
})

/** Columns of some fields; the others have none. */
export const COLUMNS: readonly StoredFieldColumn[] = [
  ...['log_type', 'service', 'logger', 'user', 'client_ip', 'client_country', 'client_city', 'http_path'].map((field) =>
    column(field, 'String'),
  ),
  ...['http_route', 'http_method', 'status_class', 'user_agent', 'db_table', 'db_operation', 'job'].map((field) =>
    column(field, 'String'),
  ),
  column('trace_id', 'String', false),
  ...['level', 'http_status', 'took_ms', 'bytes'].map((field) => column(field, 'Int64')),
]

export const BASE = { fromMs: START_MS, toMs: START_MS + BASE_MINUTES * MINUTE_MS - 1 }

interface MinutesOptions {
  readonly fault: ShopFault | undefined
  readonly hasJobs: boolean
}

/** Messages of some minutes, as they are or with a fault. */
export function shopMinutes(
  seed: number,
  fromMs: number,
  minutes: number,
  { fault, hasJobs }: MinutesOptions,
): DemoMessage[] {
  const random = seededFractions(seed)
  const dice = createDice(random)
  const shop = createShopTraffic({ random, startMs: START_MS, cycleMs: CYCLE_MS })
  const messages: DemoMessage[] = []
  for (let made = 0; made < minutes * MESSAGES_A_MINUTE; ) {
    const atMs = Math.floor(fromMs + (made / MESSAGES_A_MINUTE) * MINUTE_MS)
    const usual = hasJobs && dice.chance(JOBS_A_MINUTE / MESSAGES_A_MINUTE) ? shopJob(dice, atMs) : shop.next(atMs)
    made += usual.length
    messages.push(...(fault === undefined ? usual : usual.flatMap((message) => fault.change(message))))
  }
  const toMs = fromMs + minutes * MINUTE_MS - 1
  const within = (ms: number) => Math.min(toMs, Math.max(fromMs, Math.round(ms)))
  return messages.map((message) => ({ ...message, timestampMs: within(message.timestampMs) }))
}

/** A window of each fault for each seed, and as many quiet ones, with the messages of all. */
export function faultWindows(seeds: number): {
  readonly windows: readonly FaultWindow[]
  readonly messages: Iterable<readonly TestMessage[]>
} {
  const names = Array.from({ length: seeds }, (_, seed) => seed)
  const faults = FAULT_KINDS.flatMap((kind, at) =>
    names.map((seed) => ({
      name: `${kind} ${seed}`,
      fault: shopFault(kind, createDice(seededFractions(1000 * (at + 1) + seed))),
    })),
  )
  const quiet = faults.map((_, seed) => ({ name: `quiet ${seed}`, fault: undefined }))
  const windows = [...faults, ...quiet].map((one, at) => {
    const fromMs = BASE.toMs + 1 + at * WINDOW_MINUTES * MINUTE_MS
    return { ...one, fromMs, toMs: fromMs + WINDOW_MINUTES * MINUTE_MS - 1 }
  })
  function* messages() {
    yield shopMinutes(SEED_STEP, BASE.fromMs, BASE_MINUTES, { fault: undefined, hasJobs: true }).map(testMessage)
    for (const [at, { fromMs, fault }] of windows.entries())
      yield shopMinutes(SEED_STEP * (at + 2), fromMs, WINDOW_MINUTES, { fault, hasJobs: true }).map(testMessage)
  }
  return { windows, messages: messages() }
}

const testMessage = ({ timestampMs, source, message, level, fields }: DemoMessage): TestMessage => ({
  at: new Date(timestampMs).toISOString(),
  source,
  message,
  fields: { ...fields, level },
})
