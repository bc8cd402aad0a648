/** Sends each batch to a topic of Kafka, by a client in a thread of its own. */
import { createCalledThread } from '../../platform/threads/called-thread.ts'
import type { OutputSink, SinkContext } from '../output-type.ts'
import type { KafkaOutputSettings } from './kafka-output-fields.ts'
import type { KafkaOutputFunctions } from './kafka-output-program.ts'

const MEMORY_MB = 256

export function openKafka(settings: KafkaOutputSettings, { outputId, clock, log, signal }: SinkContext): OutputSink {
  const thread = createCalledThread<KafkaOutputFunctions>({
    name: `output ${outputId}`,
    program: new URL('./kafka-output-program.ts', import.meta.url),
    data: { settings, clientId: `logyard-${outputId}` },
    memoryMb: MEMORY_MB,
    clock,
    log,
  })
  return {
    isOpen: () => true,
    async send({ bytes }) {
      await thread.call('send', bytes, { signal })
      return 0
    },
    [Symbol.dispose]: () => void thread[Symbol.asyncDispose](),
  }
}
