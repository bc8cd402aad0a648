import type { Metrics } from '../../metrics/metrics.ts'
import type { Clock } from '../../platform/clock.ts'

/** What inputs need of the metrics. */
export type MetricsOfInputs = Pick<Metrics, 'counter' | 'meter' | 'timer' | 'gauge' | 'remove'>

/** The metrics of a running input, named `<type>.<input id>.` */
export type InputMetrics = ReturnType<typeof createInputMetrics>

export interface Traffic {
  readonly readBytes: number
  readonly writtenBytes: number
}

export interface Connections {
  readonly open: number
  readonly total: number
  /** Refused because of the limits. */
  readonly refused: number
}

const SECOND_MS = 1000

export function createInputMetrics(deps: {
  readonly metrics: MetricsOfInputs
  readonly type: string
  readonly inputId: string
  readonly clock: Clock
}) {
  const { metrics, clock } = deps
  const prefix = `${deps.type}.${deps.inputId}.`
  const incomingMessages = metrics.meter(`${prefix}incomingMessages`)
  const rawSize = metrics.meter(`${prefix}rawSize`)
  const throughput = metrics.counter('org.graylog2.throughput.input')
  const traffic = metrics.counter('org.graylog2.traffic.input')
  let lastMessageAtMs: number | null = null
  metrics.gauge(`${prefix}lastMessageAt`, () => lastMessageAtMs)
  let ticker: Disposable | undefined

  return {
    emptyMessages: metrics.counter(`${prefix}emptyMessages`),
    /** A message was appended to the journal. */
    received(bytes: number) {
      incomingMessages.mark()
      lastMessageAtMs = clock.now().getTime()
      rawSize.mark(bytes)
      throughput.increment()
      traffic.increment(bytes)
    },
    // Only transports that frame or join messages have these.
    /** Frames or chunks that cannot be decoded. */
    get invalidMessages() {
      return metrics.meter(`${prefix}invalidMessages`)
    },
    /** Duration of framing, or of joining chunks, per received chunk of data. */
    get aggregationTime() {
      return metrics.timer(`${prefix}aggregationTime`)
    },
    /** Messages dropped because the journal was full and the transport has no backpressure. */
    get droppedMessages() {
      return metrics.counter(`${prefix}droppedMessages`)
    },
    /** Bytes that sockets have read and written since the start. */
    showTraffic(read: () => Traffic) {
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
    /** Connections of transports that have some. */
    showConnections(connections: () => Connections) {
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
