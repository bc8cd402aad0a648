import type { BaseOptions } from '@platformatic/kafka'
import type { TransportDeps } from '../transport.ts'
import type { KafkaSettings } from './kafka-settings.ts'

const CONNECT_MS = 5000
const RETRIES = 2
const RETRY_MS = 250

/** `suffix` tells the connections of an input apart. */
export function clientOptions(
  { settings, nodeId, inputId }: Pick<TransportDeps, 'nodeId' | 'inputId'> & { readonly settings: KafkaSettings },
  suffix: string | number,
): BaseOptions {
  const { brokers, clientId, tls, sasl, requestTimeoutMs, metadataMs } = settings
  return {
    clientId: `${clientId ?? `gl2-${nodeId.slice(0, 8)}-${inputId}`}-${suffix}`,
    bootstrapBrokers: [...brokers],
    connectTimeout: CONNECT_MS,
    requestTimeout: requestTimeoutMs,
    metadataMaxAge: metadataMs,
    retries: RETRIES,
    retryDelay: RETRY_MS,
    autocreateTopics: false,
    ...(tls === undefined ? {} : { tls }),
    ...(sasl === undefined ? {} : { sasl }),
  }
}
