import { type HttpMethod, type RandomHttpState, RESOURCES } from './random-http-state.ts'

const USER_IDS = [9001, 54351, 74422, 6476752, 6469981]
const SUCCESS: Readonly<Record<HttpMethod, number>> = { GET: 200, POST: 201, DELETE: 204, PUT: 200 }
const TYPICAL_MS: Readonly<Record<HttpMethod, number>> = { GET: 50, POST: 120, DELETE: 80, PUT: 100 }

/** Generates HTTP access messages. `random` returns fractions from 0 to below 1. */
export function createRandomHttpGenerator(given: { readonly source: string; readonly random: () => number }) {
  const { source, random } = given
  let ticks = 0
  const pick = <T>(values: readonly T[], otherwise: T): T => values[Math.floor(random() * values.length)] ?? otherwise
  return {
    /** The payload of the next message. */
    next(nowMs: number) {
      const method = methodOf(random())
      const isError = random() < 0.02
      const isTimeout = isError && random() < 0.2
      const state: RandomHttpState = {
        source,
        timeMs: nowMs,
        method,
        resource: pick(Object.keys(RESOURCES), '/posts'),
        userId: pick(USER_IDS, 9001),
        status: isTimeout ? 504 : isError ? 500 : SUCCESS[method],
        tookMs: Math.round((isTimeout ? 5000 : TYPICAL_MS[method]) * (0.8 + 0.4 * random())),
        ticks: ++ticks,
      }
      return Buffer.from(JSON.stringify(state))
    },
  }
}

function methodOf(fraction: number): HttpMethod {
  if (fraction < 0.86) return 'GET'
  if (fraction < 0.91) return 'POST'
  return fraction < 0.96 ? 'DELETE' : 'PUT'
}
