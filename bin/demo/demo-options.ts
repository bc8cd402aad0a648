import { parseArgs } from 'node:util'

export interface DemoOptions {
  /** The running server to fill; by default the demo starts its own. */
  readonly address: string | undefined
  readonly messages: number
  readonly rate: number
  readonly seed: number
  readonly port: number
  /** Sends only the history, and nothing live. */
  readonly once: boolean
}

const DEFAULTS = { messages: '400000', rate: '10', seed: '1', port: '12219' }
/** A sensible limit for a demo; engine and input could hold more. */
const MAX_MESSAGES = 50_000_000

export function readDemoOptions(args: readonly string[]): DemoOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      address: { type: 'string' },
      messages: { type: 'string', default: DEFAULTS.messages },
      rate: { type: 'string', default: DEFAULTS.rate },
      seed: { type: 'string', default: DEFAULTS.seed },
      port: { type: 'string', default: DEFAULTS.port },
      once: { type: 'boolean', default: false },
    },
  })
  return {
    address: values.address,
    messages: whole('messages', values.messages, 0, MAX_MESSAGES),
    rate: whole('rate', values.rate, 1, 5000),
    seed: whole('seed', values.seed, 0, 2 ** 32 - 1),
    port: whole('port', values.port, 1, 65_535),
    once: values.once,
  }
}

function whole(name: string, text: string, from: number, to: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < from || value > to) {
    throw new Error(`--${name} must be a whole number from ${from} to ${to}, not ${text}`)
  }
  return value
}
