import { expect, test } from 'vitest'
import { gelfCodec } from '../gelf/gelf-codec.ts'
import { rawMessage } from '../testing/raw-message.ts'
import { type DemoMessage, demoGelf } from './demo-message.ts'
import { seededFractions } from './dice.ts'
import { shopHistory } from './shop-history.ts'
import { createShopTraffic } from './shop-traffic.ts'

const DAY_MS = 86_400_000
const TO_MS = Date.UTC(2026, 5, 11, 12)
const FROM_MS = TO_MS - DAY_MS

function history(options: { readonly seed?: number; readonly messages?: number } = {}): readonly DemoMessage[] {
  const { seed = 1, messages = 60_000 } = options
  const traffic = createShopTraffic({ random: seededFractions(seed), startMs: FROM_MS, cycleMs: DAY_MS })
  return [...shopHistory(traffic, { fromMs: FROM_MS, toMs: TO_MS, messages, finalRate: 5 })]
}

const day = history()
const shareOfDay = ({ timestampMs }: DemoMessage) => (timestampMs - FROM_MS) / DAY_MS
const count = (messages: readonly DemoMessage[], is: (message: DemoMessage) => boolean) => messages.filter(is).length

test('the same seed generates the same day, another seed another one', () => {
  expect(history({ messages: 500 })).toEqual(history({ messages: 500 }))
  expect(history({ messages: 500 })).not.toEqual(history({ messages: 500, seed: 2 }))
})

test('a day has the requested number of messages, spread over the day and of every kind', () => {
  expect(day.length).toBeGreaterThanOrEqual(60_000)
  expect(day.length).toBeLessThan(60_010)
  const isOutside = ({ timestampMs }: DemoMessage) => timestampMs < FROM_MS - 60_000 || timestampMs > TO_MS
  expect(day.filter(isOutside)).toEqual([])
  const share = (type: string) => count(day, ({ fields }) => fields.log_type === type) / day.length
  expect(share('web')).toBeGreaterThan(0.25)
  expect(share('app')).toBeGreaterThan(0.2)
  expect(share('database')).toBeGreaterThan(0.1)
  expect(share('firewall')).toBeGreaterThan(0.1)
  expect(share('auth')).toBeGreaterThan(0.02)
  expect(share('kubernetes')).toBeGreaterThan(0.01)
})

test('the GELF codec decodes every message unchanged', () => {
  for (const { timestampMs, source, message, level, fullMessage, fields } of history({ messages: 2000 })) {
    const decoded = gelfCodec.create({})(
      rawMessage(demoGelf({ timestampMs, source, message, level, ...(fullMessage && { fullMessage }), fields })),
    )
    const told = Object.entries(fields).filter(([, value]) => value !== undefined)
    const expected = { ...Object.fromEntries(told), level, ...(fullMessage && { full_message: fullMessage }) }
    if (!decoded.ok) throw new Error(decoded.detail)
    const [read] = decoded.messages
    expect(read).toMatchObject({ timestampMs, source, message })
    expect({ ...read?.fields }).toEqual(expected)
  }
})

test('the messages of one request share a trace id', () => {
  const traces = Map.groupBy(
    day.filter(({ fields }) => fields['trace_id'] !== undefined),
    ({ fields }) => fields['trace_id'],
  )
  const orders = [...traces.values()].filter((messages) => messages.some(({ message }) => / placed by /.test(message)))
  expect(orders.length).toBeGreaterThan(100)
  for (const messages of orders.slice(0, 100)) {
    expect(messages.map(({ fields }) => fields.log_type)).toEqual(['app', 'database', 'app', 'web'])
    const times = messages.map(({ timestampMs }) => timestampMs)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  }
})

test('payments fail soon after a rollout, and recover after the rollback', () => {
  const failed = day.filter(({ message }) => /^Payment of order \S+ failed/.test(message))
  const during = count(failed, (one) => shareOfDay(one) > 0.804 && shareOfDay(one) < 0.881)
  expect(during).toBeGreaterThan(25)
  expect(failed.length - during).toBeLessThan(during / 3)
  expect(failed.every(({ level, fullMessage }) => level === 3 && fullMessage?.includes('\n  at '))).toBe(true)
  const rollouts = day.filter(({ message }) => message.includes('Scaled up replica set checkout'))
  expect(rollouts.map(({ fields }) => fields['version'])).toEqual(['1.9.0', '1.8.2'])
  expect(shareOfDay(rollouts[0] ?? failed[0] ?? day[0] ?? never())).toBeCloseTo(0.8, 2)
})

test('one address tries many passwords, in a quarter of an hour, until one is right', () => {
  const tries = day.filter(({ fields }) => fields['client_ip'] === '198.18.44.66' && fields.log_type === 'auth')
  const within = count(tries, (one) => shareOfDay(one) >= 0.55 && shareOfDay(one) < 0.57)
  expect(within).toBeGreaterThan(30)
  expect(within).toBe(tries.length)
  expect(tries.map(({ fields }) => fields['auth_result'])).toEqual([...tries.slice(1).map(() => 'failure'), 'success'])
  const withPassword = ({ fields }: DemoMessage) =>
    fields['process'] === 'sshd' && fields['auth_method'] === 'password' && fields['auth_result'] === 'success'
  expect(day.filter(withPassword)).toEqual([tries.at(-1)])
})

test('a start in the middle of the cycle skips earlier incidents', () => {
  const traffic = createShopTraffic({ random: seededFractions(1), startMs: FROM_MS, cycleMs: DAY_MS })
  const messages = Array.from({ length: 500 }, (_, place) => traffic.next(FROM_MS + 0.95 * DAY_MS + place)).flat()
  expect(messages.length).toBeGreaterThan(500)
  expect(
    messages.filter(
      ({ fields }) =>
        fields['client_ip'] === '198.18.44.66' || ('version' in fields && fields.log_type === 'kubernetes'),
    ),
  ).toEqual([])
})

test('searching is slow, and every visitor has a location', () => {
  const middle = (route: string) => {
    const times = day
      .filter(({ fields }) => fields['http_route'] === route)
      .map(({ fields }) => Number(fields['took_ms']))
    return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  }
  expect(middle('/search')).toBeGreaterThan(10 * middle('/products/{id}'))
  const isSomewhere = ({ fields }: DemoMessage) => /^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/.test(String(fields['client_geo']))
  expect(day.filter((message) => message.fields.log_type === 'web' && !isSomewhere(message))).toEqual([])
})

const never = (): never => {
  throw new Error('there are no messages')
}
