import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import { MAX_RAW_BYTES } from '../../../journal/journal.ts'
import type { BrokerGate } from '../brokers/broker-gate.ts'
import { inTime } from '../brokers/in-time.ts'
import { settle } from '../brokers/settle.ts'
import { NOBODY } from '../intake.ts'
import { InputFailure, type TransportDeps } from '../transport.ts'
import type { AmqpSettings } from './amqp-settings.ts'

export interface QueueDeps extends TransportDeps {
  readonly settings: AmqpSettings
  readonly gate: BrokerGate
  readonly onReceived: (bytes: number) => void
  readonly logRefused: (facts: { queue: string; bytes: number }) => void
}

/** A message that cannot be accepted returns to the queue after this time, so that it is not delivered in a tight loop. */
const REQUEUE_MS = 10_000
/** A cluster answers only once it has elected a leader of the queue. */
const CONSUME_MS = 15_000
/** Bytes of a message that is discarded; the beginning shows what it was. */
const REFUSED_BYTES = 65_536

/** Consumes a queue until the signal aborts, except while the gate is closed. Rejects if the channel fails. */
export async function consumeQueue(
  model: ChannelModel,
  queue: string,
  deps: QueueDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await deps.gate.opened(signal).catch(() => undefined)
    if (signal.aborted) return
    await consumeWhileOpen(model, queue, deps, signal)
  }
}

interface Consumption {
  readonly deps: QueueDeps
  readonly queue: string
  readonly channel: Channel
  readonly stopping: AbortController
  readonly failed: PromiseWithResolvers<never>
  /** Appended, and not acknowledged yet. */
  unacknowledged: ConsumeMessage[]
  /** Delivered messages that return to the queue later: those before them cannot be acknowledged all at once. */
  refused: number
  acknowledging: Promise<void>
  isAcknowledging: boolean
}

async function consumeWhileOpen(
  model: ChannelModel,
  queue: string,
  deps: QueueDeps,
  signal: AbortSignal,
): Promise<void> {
  const limit = { clock: deps.clock, limitMs: CONSUME_MS, late: () => throwSilent(queue), signal }
  const soon = <Result>(work: Promise<Result>) => inTime(limit, work)
  const channel = await soon(model.createChannel())
  const stopping = new AbortController()
  const consumption: Consumption = {
    deps,
    queue,
    channel,
    stopping,
    failed: Promise.withResolvers<never>(),
    unacknowledged: [],
    refused: 0,
    acknowledging: Promise.resolve(),
    isAcknowledging: false,
  }
  const { failed } = consumption
  failed.promise.catch(() => undefined)
  channel.on('error', failed.reject)
  channel.once('close', () => failed.reject(new Error('the channel was closed')))
  await soon(Promise.race([channel.prefetch(deps.settings.prefetch), failed.promise]))
  const consuming = channel.consume(queue, (message) => receive(consumption, message))
  const { consumerTag } = await soon(Promise.race([consuming, failed.promise]))
  const ending = AbortSignal.any([signal, stopping.signal])
  try {
    await Promise.race([deps.gate.closed(ending).catch(() => undefined), failed.promise])
  } finally {
    stopping.abort()
  }
  await settle(deps.clock, async () => channel.cancel(consumerTag))
  await settle(deps.clock, () => consumption.acknowledging)
  // The broker takes back what is not acknowledged.
  await settle(deps.clock, async () => channel.close())
}

function throwSilent(queue: string): never {
  throw new InputFailure(`The broker does not deliver from the queue ${queue}.`, { isTemporary: true })
}

function receive(consumption: Consumption, message: ConsumeMessage | null): void {
  const { deps, queue, stopping, failed } = consumption
  if (stopping.signal.aborted) return
  if (message === null) {
    failed.reject(new Error(`the queue ${queue} was deleted`))
  } else if (message.content.length > MAX_RAW_BYTES) {
    refuse(consumption, message)
  } else if (deps.gate.isOpen() && deps.intake.append(message.content, NOBODY)) {
    deps.onReceived(message.content.length)
    consumption.unacknowledged.push(message)
    if (!consumption.isAcknowledging) consumption.acknowledging = acknowledge(consumption)
  } else {
    // This message stays at the broker, and so do later ones.
    stopping.abort()
  }
}

/** Acknowledges what has been appended when it is on the disk, as often as there is more. */
async function acknowledge(consumption: Consumption): Promise<void> {
  consumption.isAcknowledging = true
  try {
    while (consumption.unacknowledged.length > 0) {
      const messages = consumption.unacknowledged
      const last = messages.at(-1)
      consumption.unacknowledged = []
      await consumption.deps.intake.flushed()
      if (consumption.refused === 0 && last !== undefined) consumption.channel.ack(last, true)
      else for (const message of messages) consumption.channel.ack(message)
    }
  } catch {
    // The journal or the channel is closed: the broker delivers the messages again.
    consumption.stopping.abort()
  } finally {
    consumption.isAcknowledging = false
  }
}

function refuse(consumption: Consumption, message: ConsumeMessage): void {
  const { deps, queue, channel, stopping } = consumption
  const bytes = message.content.length
  deps.logRefused({ queue, bytes })
  deps.metrics.invalidMessages.mark()
  if (!deps.settings.isRequeued) {
    const detail = `The message has ${bytes} bytes, more than the limit of ${MAX_RAW_BYTES}`
    deps.intake.refuse(message.content.subarray(0, REFUSED_BYTES), NOBODY, { reason: 'too-long', detail })
    channel.nack(message, false, false)
    return
  }
  consumption.refused += 1
  deps.clock.sleep(REQUEUE_MS, stopping.signal).then(
    () => {
      consumption.refused -= 1
      channel.nack(message, false, true)
    },
    () => undefined,
  )
}
