/**
 * Runs the transport of an input in a thread of its own: what senders and brokers send can end that thread, and nothing
 * else. The journal, the metrics and the log stay in the main thread.
 */
import type { Metrics } from '../../../metrics/metrics.ts'
import { connectCalls, type ThreadCalls } from '../../../platform/threads/thread-calls.ts'
import { startWatchedThread, type ThreadEnd } from '../../../platform/threads/watched-thread.ts'
import type { Journal } from '../../journal/journal.ts'
import type { RunningTransport, TransportHost, TransportRun } from '../run-transport.ts'
import type { SharedRoom } from '../shared-room.ts'
import type { SeenSign } from '../transports/connection-signs.ts'
import { InputFailure } from '../transports/transport.ts'
import { createDeliveryAppender, type DeliveryAppender } from './append-deliveries.ts'
import { applyMetrics } from './forwarded-metrics.ts'
import type { InputOwnerCalls, InputThreadCalls, InputThreadData } from './input-calls.ts'
import type { JournalGauge } from './journal-gauge.ts'

/** Memory for the incomplete frames and the unpacked request bodies of one input. */
const INPUT_MEMORY_MB = 768
/** Until a thread that was asked to stop is ended. */
const STOP_MS = 5000

export interface InputThreadHost extends Omit<TransportHost, 'room' | 'throttle' | 'onSign'> {
  readonly journal: Journal
  readonly metrics: Metrics
  readonly gauge: JournalGauge
  readonly room: SharedRoom
}

export async function startInputThread(run: TransportRun, host: InputThreadHost): Promise<RunningTransport> {
  const { log } = host
  const room = host.room.open()
  const data: InputThreadData = { run, gauge: host.gauge.memory, room: room.memory }
  const thread = startWatchedThread({
    name: `input ${run.inputId}`,
    program: new URL('./input-program.ts', import.meta.url),
    data,
    memoryMb: INPUT_MEMORY_MB,
    // Datagrams are lost while nobody reads them; other senders wait.
    isLowered: run.transport.name !== 'udp',
  })
  let signs: readonly SeenSign[] = []
  const gauges = new Map<string, unknown>()
  const appender = createDeliveryAppender({
    ...host,
    onAppended: host.gauge.look,
    onFlushed: (number) => calls.tell('flushed', number),
  })
  const ours: InputOwnerCalls = {
    deliver(delivery) {
      applyMetrics(host.metrics, gauges, delivery.metrics)
      signs = delivery.signs ?? signs
      appender.append(delivery)
    },
    failed: (reason) => host.onFailure(new InputFailure(reason)),
    trouble: host.onTrouble,
    log: ({ level, text, facts }) => log[level](facts, text),
  }
  const calls: ThreadCalls<InputThreadCalls> = connectCalls(thread.worker, ours)
  const lost = thread.ended.then((end) => {
    room[Symbol.dispose]()
    return end
  })
  const started = Promise.race([lost.then(throwFailure), calls.call('start', undefined)])
  // After the line before: the reason of the thread's end is told, not that its calls have ended.
  void lost.then(() => calls.close(new Error('the thread of the input has ended')))

  async function close(): Promise<void> {
    await stop(calls, appender, host)
    await thread[Symbol.asyncDispose]()
    host.metrics.remove(`${run.type}.${run.inputId}.`)
  }

  try {
    const outcome = await started
    if (outcome.kind === 'failed') throw new InputFailure(outcome.reason, { isTemporary: outcome.isTemporary })
    void lost.then((end) => {
      if (end === undefined) return
      log.error({ end: end.kind, reason: end.reason, err: end.error }, 'the thread of an input ended unexpectedly')
      host.onFailure(threadFailure(end))
    })
    return {
      ...(outcome.port === undefined ? {} : { port: outcome.port }),
      signs: () => signs,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const threadFailure = ({ reason }: ThreadEnd) =>
  new InputFailure(`The thread of this input was ended: ${reason.replace(/\.$/, '')}.`, { isTemporary: true })

function throwFailure(end: ThreadEnd | undefined): never {
  throw end === undefined ? new Error('the thread of the input has ended') : threadFailure(end)
}

/** Lets the transport end in good order, and appends what it delivered. */
async function stop(
  calls: ThreadCalls<InputThreadCalls>,
  appender: DeliveryAppender,
  { log }: InputThreadHost,
): Promise<void> {
  try {
    await calls.call('stop', undefined, { signal: AbortSignal.timeout(STOP_MS) })
  } catch (error) {
    log.debug({ err: error }, 'the thread of an input did not stop in good order')
  }
  await appender.finish()
}
