import type { Counter, Meter, Metrics, Timer } from '../../metrics/metrics.ts'
import type { Clock } from '../../platform/clock.ts'

/** What one input counts while it runs, under `<type>.<input id>.` */
export interface InputMetrics extends Disposable {
  readonly emptyMessages: Counter
  /** A message of so many bytes is in the journal. */
  received(bytes: number): void
  /** Framed or chunked, and not to be understood. */
  readonly invalidMessages: Meter
  /** How long framing or joining took, for what was received at once. */
  readonly aggregationTime: Timer
  /** Messages that nobody could be asked to keep while the journal was full. */
  readonly droppedMessages: Counter
  /** Sockets: what they read and wrote since the start. */
  showTraffic(traffic: () => Traffic): void
  /** Sockets that stay open. */
  showConnections(connections: () => Connections): void
}

export interface Traffic {
  readonly readBytes: number
  readonly writtenBytes: number
}

export interface Connections {
  readonly open: number
  readonly total: number
  /** There were too many. */
  readonly refused: number
}

const SECOND_MS = 1000

export function createInputMetrics(deps: {
  readonly metrics: Metrics
  readonly type: string
  readonly inputId: string
  readonly clock: Clock
}): InputMetrics {
  const { metrics, clock } = deps
  const prefix = `${deps.type}.${deps.inputId}.`
  const incomingMessages = metrics.meter(`${prefix}incomingMessages`)
  const rawSize = metrics.meter(`${prefix}rawSize`)
  const throughput = metrics.counter('org.graylog2.throughput.input')
  const traffic = metrics.counter('org.graylog2.traffic.input')
  let ticker: Disposable | undefined

  return {
    emptyMessages: metrics.counter(`${prefix}emptyMessages`),
    received(bytes) {
      incomingMessages.mark()
      rawSize.mark(bytes)
      throughput.increment()
      traffic.increment(bytes)
    },
    // Only transports that frame or join have these two.
    get invalidMessages() {
      return metrics.meter(`${prefix}invalidMessages`)
    },
    get aggregationTime() {
      return metrics.timer(`${prefix}aggregationTime`)
    },
    get droppedMessages() {
      return metrics.counter(`${prefix}droppedMessages`)
    },
    showTraffic(read) {
      let before = read()
      let lastSecond: Traffic = { readBytes: 0, writtenBytes: 0 }
      ticker = clock.every(SECOND_MS, () => {
        const now = read()
        lastSecond = {
          readBytes: now.readBytes - before.readBytes,
          writtenBytes: now.writtenBytes - before.writtenBytes,
        }
        before = now
      })
      metrics.gauge(`${prefix}read_bytes_1sec`, () => lastSecond.readBytes)
      metrics.gauge(`${prefix}written_bytes_1sec`, () => lastSecond.writtenBytes)
      metrics.gauge(`${prefix}read_bytes_total`, () => read().readBytes)
      metrics.gauge(`${prefix}written_bytes_total`, () => read().writtenBytes)
    },
    showConnections(connections) {
      metrics.gauge(`${prefix}open_connections`, () => connections().open)
      metrics.gauge(`${prefix}total_connections`, () => connections().total)
      metrics.gauge(`${prefix}refused_connections`, () => connections().refused)
    },
    [Symbol.dispose]() {
      ticker?.[Symbol.dispose]()
      metrics.remove(prefix)
    },
  }
}
