/**
 * Consumes the queues of a RabbitMQ broker, or another one that speaks AMQP 0-9-1. A message is acknowledged when it is
 * on the disk of the journal; until then the broker keeps it, and delivers it again after a lost connection.
 */
import { type ChannelModel, connect } from 'amqplib'
import { createBrokerGate } from '../brokers/broker-gate.ts'
import { inTime } from '../brokers/in-time.ts'
import { type BrokerSession, keepConsuming } from '../brokers/keep-consuming.ts'
import { settle } from '../brokers/settle.ts'
import { systemCertificates } from '../brokers/system-certificates.ts'
import { createRareLog } from '../rare-log.ts'
import type { StartTransport } from '../transport.ts'
import { type AmqpSettings, amqpSettings } from './amqp-settings.ts'
import { amqpFailure, handshakeFailure } from './amqp-words.ts'
import { declareQueue } from './declare-queue.ts'
import { consumeQueue, type QueueDeps } from './queue-consumer.ts'

/** Time for the connection and its handshake, also when bytes keep arriving. */
const CONNECT_MS = 10_000
/** A cluster answers only once it has elected a leader of the queue. */
const DECLARE_MS = 15_000
/** The client asks for frames of at most this size. It copies an incomplete frame with each chunk that arrives. */
const MAX_FRAME_BYTES = 131_072

export const amqpTransport: StartTransport = async (deps) => {
  const settings = amqpSettings(deps.configuration)
  const traffic = { readBytes: 0, writtenBytes: 0 }
  const queueDeps: QueueDeps = {
    ...deps,
    settings,
    gate: createBrokerGate(deps),
    onReceived(bytes) {
      traffic.readBytes += bytes
    },
    logRefused: createRareLog(deps, 'a message of the broker is too long'),
  }
  const running = await keepConsuming(deps, {
    open: () => openSession(settings, queueDeps),
    explain: (error) => amqpFailure(error, settings),
  })
  deps.metrics.showTraffic(() => traffic)
  return running
}

async function openSession(settings: AmqpSettings, deps: QueueDeps): Promise<BrokerSession> {
  const { clock, inputId } = deps
  // A broker may never end the connection, or send bytes without end.
  const hangingUp = new AbortController()
  const late = () => hangingUp.abort(Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' }))
  const connecting = openConnection(settings, inputId, hangingUp.signal)
  const model = await inTime({ clock, limitMs: CONNECT_MS, late }, connecting).catch((error: unknown) => {
    throw handshakeFailure(error, settings)
  })
  const lost = Promise.withResolvers<never>()
  // It may be lost while nothing waits for it.
  lost.promise.catch(() => undefined)
  model.on('error', lost.reject)
  model.once('close', (error) => lost.reject(error ?? new Error('the broker closed the connection')))
  const close = async () => {
    await settle(clock, async () => model.close())
    hangingUp.abort()
  }
  try {
    for (const queue of new Set(settings.queues))
      await inTime(
        { clock, limitMs: DECLARE_MS, late },
        Promise.race([declareQueue(model, queue, settings), lost.promise]),
      )
  } catch (error) {
    await close()
    throw error
  }
  return {
    async consume(signal) {
      const failing = new AbortController()
      const consuming = AbortSignal.any([signal, failing.signal])
      const consumers = settings.queues.map((queue) => consumeQueue(model, queue, deps, consuming))
      try {
        await Promise.race([Promise.all(consumers), lost.promise])
      } finally {
        failing.abort()
        await Promise.allSettled(consumers)
      }
    },
    [Symbol.asyncDispose]: close,
  }
}

async function openConnection(settings: AmqpSettings, inputId: string, signal: AbortSignal): Promise<ChannelModel> {
  const { host, port, vhost, username, password, heartbeatSeconds, isTls } = settings
  const socketOptions = {
    timeout: CONNECT_MS,
    noDelay: true,
    signal,
    clientProperties: { connection_name: `Logyard input ${inputId}` },
    ...(isTls ? { ca: systemCertificates() } : {}),
  }
  return connect(
    {
      protocol: isTls ? 'amqps' : 'amqp',
      hostname: host,
      port,
      // The client decodes it as a part of a URL.
      vhost: encodeURIComponent(vhost),
      username,
      password,
      heartbeat: heartbeatSeconds,
      maxFrameSize: MAX_FRAME_BYTES,
    },
    socketOptions,
  )
}
