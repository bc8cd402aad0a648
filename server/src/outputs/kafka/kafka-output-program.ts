/** The program of the thread that sends the messages of one output to Kafka. */
import { Producer } from '@platformatic/kafka'
import { systemCertificates } from '../../ingest/inputs/transports/brokers/system-certificates.ts'
import { boundDecompression } from '../../ingest/inputs/transports/kafka/bound-decompression.ts'
import { checkFrames } from '../../ingest/inputs/transports/kafka/check-frames.ts'
import { connectionWords, errorsWithin } from '../../platform/outgoing/connection-words.ts'
import { connectCalls } from '../../platform/threads/thread-calls.ts'
import { ownerPort, threadData } from '../../platform/threads/thread-data.ts'
import { splitMessages } from '../split-messages.ts'
import type { KafkaOutputSettings } from './kafka-output-fields.ts'

export interface KafkaOutputData {
  readonly settings: KafkaOutputSettings
  readonly clientId: string
}

export interface KafkaOutputFunctions extends Record<string, (input: never, signal: AbortSignal) => unknown> {
  /** Resolves when all replicas that are in sync have the messages. */
  readonly send: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
}

const CONNECT_MS = 5000
const REQUEST_MS = 15_000
const RETRIES = 2
const RETRY_MS = 250
const ALL_REPLICAS = -1

const { settings, clientId } = threadData<KafkaOutputData>()
boundDecompression()
checkFrames()
const { trusted, login, topic } = settings
const producer = new Producer({
  clientId,
  bootstrapBrokers: [...settings.brokers],
  connectTimeout: CONNECT_MS,
  requestTimeout: REQUEST_MS,
  retries: RETRIES,
  retryDelay: RETRY_MS,
  autocreateTopics: false,
  ...(trusted === undefined ? {} : { tls: { ca: trusted === 'system' ? systemCertificates() : trusted } }),
  ...(login === undefined ? {} : { sasl: login }),
})
// A request that fails rejects too.
producer.on('error', () => undefined)

const functions: KafkaOutputFunctions = {
  async send(bytes) {
    const batch = { bytes, messages: 0 }
    const messages = Array.from(splitMessages(batch), (value) => ({ topic, value: Buffer.from(value) }))
    try {
      await producer.send({ messages, acks: ALL_REPLICAS, compression: 'gzip' })
    } catch (error) {
      // The causes do not reach the other thread.
      throw new Error(wordsOf(error))
    }
  },
}

function wordsOf(error: unknown): string {
  const words = connectionWords(error, settings.brokers.join(', '))
  const [innermost] = errorsWithin(error).toReversed()
  return words?.text ?? innermost?.message ?? String(error)
}
connectCalls(ownerPort(), functions)
