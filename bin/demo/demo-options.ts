import { parseArgs } from 'node:util'

export interface DemoOptions {
  /** The running product to fill; without it the demo starts its own. */
  readonly address: string | undefined
  readonly messages: number
  readonly rate: number
  readonly seed: number
  readonly port: number
  /** Only the past, nothing live. */
  readonly once: boolean
}

const DEFAULTS = { messages: '400000', rate: '10', seed: '1', port: '12219' }
/** The engine's and the input's own defaults hold more, but a demo is not for that. */
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
