/** Past messages of the shop, oldest first: busy by day, quiet at night. */
import type { DemoMessage } from './demo-message.ts'
import type { ShopTraffic } from './shop-traffic.ts'

const STEP_MS = 60_000
const DAY_MS = 86_400_000
const BUSIEST_HOUR = 15
/** At the end the rate rises to that of the live data that follows. */
const RISE_MS = 40 * 60_000

export interface ShopPast {
  readonly fromMs: number
  readonly toMs: number
  /** The minimum number of messages; exceeded by at most one request. */
  readonly messages: number
  /** Messages per second at the end. */
  readonly finalRate: number
}

export function* shopHistory(traffic: ShopTraffic, past: ShopPast): Generator<DemoMessage> {
  const { fromMs, toMs, messages } = past
  const steps = Math.max(1, Math.ceil((toMs - fromMs) / STEP_MS))
  const stepMs = (toMs - fromMs) / steps
  const weights = weightsOf(past, steps, stepMs)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let due = 0
  let made = 0
  for (const [step, weight] of weights.entries()) {
    const before = due
    due += (messages * weight) / whole
    const startMs = fromMs + step * stepMs
    while (made < due) {
      const share = Math.max(0, made - before) / (due - before)
      const happening = traffic.next(Math.floor(startMs + share * stepMs))
      made += happening.length
      yield* happening
    }
  }
}

/** The relative number of messages in each step. */
function weightsOf({ fromMs, toMs, messages, finalRate }: ShopPast, steps: number, stepMs: number): readonly number[] {
  const middleOf = (step: number) => fromMs + (step + 0.5) * stepMs
  const rises = Array.from({ length: steps }, (_, step) => {
    const share = Math.max(0, 1 - (toMs - middleOf(step)) / RISE_MS)
    return (finalRate * share * stepMs) / 1000
  })
  const rising = rises.reduce((sum, weight) => sum + weight, 0)
  const days = Array.from({ length: steps }, (_, step) => ofDay(middleOf(step)))
  const daily = days.reduce((sum, weight) => sum + weight, 0)
  // If the rise alone would exceed the total, it gets half.
  const scale = Math.min(1, messages / 2 / Math.max(1, rising))
  const rest = (messages - rising * scale) / daily
  return days.map((day, step) => day * rest + (rises[step] ?? 0) * scale)
}

function ofDay(ms: number): number {
  const hours = ((ms % DAY_MS) / DAY_MS) * 24
  return 1 + 0.75 * Math.cos(((hours - BUSIEST_HOUR) / 24) * 2 * Math.PI)
}
