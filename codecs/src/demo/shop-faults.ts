/** Faults for the logs of the simulated shop, to try how well they are found; each has one known cause. */
import type { DemoMessage } from './demo-message.ts'
import type { Dice } from './dice.ts'
import { customerName, WEB_HOSTS } from './shop-world.ts'

export const FAULT_KINDS = [
  'new version',
  'slow host',
  'upstream error',
  'flooding customer',
  'vanished service',
  'busy path',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export interface ShopFault {
  readonly kind: FaultKind
  /** What the messages of the shop become. */
  change(message: DemoMessage): readonly DemoMessage[]
  /** Texts of which any names the cause. */
  readonly causes: readonly string[]
}

const SERVICES = ['catalog', 'search', 'cart', 'accounts'] as const
const ROUTES = ['/search', '/cart', '/account/orders', '/login', '/cart/items'] as const
const ERROR = 3

export function shopFault(kind: FaultKind, dice: Dice): ShopFault {
  switch (kind) {
    case 'new version':
      return newVersion(dice)
    case 'slow host':
      return slowHost(dice)
    case 'upstream error':
      return upstreamError(dice)
    case 'flooding customer':
      return floodingCustomer(dice)
    case 'vanished service':
      return vanishedService(dice)
    case 'busy path':
      return busyPath(dice)
    default:
      throw kind satisfies never
  }
}

const withFields = (message: DemoMessage, fields: Partial<DemoMessage['fields']>): DemoMessage => ({
  ...message,
  fields: { ...message.fields, ...fields },
})

/** On two of the three hosts of a service; one message in ten fails. */
function newVersion(dice: Dice): ShopFault {
  const service = dice.pick(SERVICES)
  const version = `2.${dice.below(20)}.0`
  return {
    kind: 'new version',
    causes: [`version: ${version}`],
    change(message) {
      if (message.fields.log_type !== 'app' || message.fields['service'] !== service) return [message]
      if (message.source.endsWith('-2')) return [message]
      const changed = withFields(message, { version })
      if (!dice.chance(0.1)) return [changed]
      return [{ ...changed, level: ERROR, message: `${service} could not read its own settings: unknown key retry` }]
    },
  }
}

function slowHost(dice: Dice): ShopFault {
  const host = dice.pick(WEB_HOSTS)
  const factor = 8 + dice.below(10)
  return {
    kind: 'slow host',
    causes: [`source: ${host}`],
    change(message) {
      const took = message.fields['took_ms']
      if (message.source !== host || typeof took !== 'number') return [message]
      const text = message.message.replace(`${took}ms`, `${took * factor}ms`)
      return [{ ...withFields(message, { took_ms: took * factor }), message: text }]
    },
  }
}

function upstreamError(dice: Dice): ShopFault {
  const service = dice.pick(SERVICES)
  const upstream = `${dice.pick(['prices', 'stock', 'mailer', 'tax'])}-gateway`
  return {
    kind: 'upstream error',
    causes: ['exception: UpstreamResetException', 'No answer of *'],
    change(message) {
      if (message.fields.log_type !== 'app' || message.fields['service'] !== service) return [message]
      if (!dice.chance(0.3)) return [message]
      const text = `No answer of ${upstream}:8080: connection reset after ${100 + dice.below(900)} ms`
      return [{ ...withFields(message, { exception: 'UpstreamResetException' }), level: ERROR, message: text }]
    },
  }
}

/** Requests far more often than all others together. */
function floodingCustomer(dice: Dice): ShopFault {
  const user = customerName(dice.below(2000))
  const address = `192.0.2.${1 + dice.below(254)}`
  return {
    kind: 'flooding customer',
    causes: [`user: ${user}`, `client_ip: ${address}`],
    change(message) {
      if (message.fields.log_type !== 'web' || !dice.chance(0.6)) return [message]
      const text = message.message.replace(/^\S+ - \S+/, `${address} - ${user}`)
      return [message, { ...withFields(message, { user, client_ip: address }), message: text }]
    },
  }
}

function vanishedService(dice: Dice): ShopFault {
  const service = dice.pick(SERVICES)
  return {
    kind: 'vanished service',
    causes: [`service: ${service}`, `logger: com.example.shop.${service}`],
    change: (message) => (message.fields['service'] === service ? [] : [message]),
  }
}

/** One path is requested five times as often. */
function busyPath(dice: Dice): ShopFault {
  const route = dice.pick(ROUTES)
  return {
    kind: 'busy path',
    causes: [`http_route: ${route}`],
    change: (message) =>
      message.fields['http_route'] === route ? Array.from({ length: 5 }, () => message) : [message],
  }
}

const JOBS = ['reindex', 'thumbnails', 'invoices', 'cleanup', 'export'] as const

/** Jobs that log a lot for a few seconds, and then nothing for a while: no fault, although rare. */
export function shopJob(dice: Dice, nowMs: number): readonly DemoMessage[] {
  const job = dice.pick(JOBS)
  const run = dice.hex(12)
  return Array.from({ length: 20 + dice.below(60) }, (_, at) => ({
    timestampMs: nowMs - 60 * at,
    source: 'jobs-1',
    level: 6,
    message: `Job ${job} has done step ${at} of run ${run}`,
    fields: { log_type: 'app', job, run, worker: `worker-${dice.below(4)}` },
  }))
}
