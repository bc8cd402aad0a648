import { codeOf, connectionWords, errorsWithin } from '../../../../platform/outgoing/connection-words.ts'
import { InputFailure } from '../transport.ts'
import type { KafkaSettings } from './kafka-settings.ts'

/** Texts by the name of the protocol's error. */
const REFUSALS: Readonly<Record<string, string>> = {
  TOPIC_AUTHORIZATION_FAILED: 'the user may not read these topics',
  GROUP_AUTHORIZATION_FAILED: 'the user may not use this consumer group',
  CLUSTER_AUTHORIZATION_FAILED: 'the user is not authorized',
  INCONSISTENT_GROUP_PROTOCOL: 'the other members of the consumer group use another assignment strategy',
  INVALID_GROUP_ID: 'the consumer group id is invalid',
}

export const isKafkaError = (error: unknown, apiId: string): boolean =>
  errorsWithin(error).some((one) => 'apiId' in one && one.apiId === apiId)

export function kafkaFailure(error: unknown, settings: KafkaSettings): InputFailure {
  if (error instanceof InputFailure) return error
  const broker = `Kafka at ${settings.brokers.join(', ')}`
  const lasting = (reason: string) => new InputFailure(reason, { cause: error })
  const all = errorsWithin(error)
  if (isKafkaError(error, 'UNSUPPORTED_SASL_MECHANISM')) {
    return lasting(`${broker} does not offer the sasl.mechanism ${settings.sasl?.mechanism}.`)
  }
  if (isKafkaError(error, 'ILLEGAL_SASL_STATE')) {
    return lasting(`${broker} expects no login on this port. Use the security.protocol PLAINTEXT or SSL.`)
  }
  if (all.some((one) => codeOf(one) === 'PLT_KFK_AUTHENTICATION')) {
    const username = settings.sasl?.username
    return lasting(`${broker} refuses the login${typeof username === 'string' ? ` of the user ${username}` : ''}.`)
  }
  if (all.some(({ message }) => message.startsWith('Broker requires TLS'))) {
    return lasting(`${broker} expects TLS. Add security.protocol=SSL or SASL_SSL to the custom properties.`)
  }
  for (const [apiId, words] of Object.entries(REFUSALS)) {
    if (isKafkaError(error, apiId)) return lasting(`${broker} refuses the input: ${words}.`)
  }
  const connection = connectionWords(error, settings.brokers.join(', '))
  if (connection !== undefined) {
    return new InputFailure(connection.text, { isTemporary: connection.isTemporary, cause: error })
  }
  const temporary = (reason: string) => new InputFailure(reason, { isTemporary: true, cause: error })
  // Some time-outs of the client have the code of any failure of the network.
  const isLate = all.some((one) => codeOf(one) === 'PLT_KFK_TIMEOUT' || /timed out/i.test(one.message))
  if (isLate) return temporary(`${broker} does not answer.`)
  if (all.some((one) => codeOf(one) === 'OUT_OF_BOUNDS')) {
    return temporary(`${broker} sent a response that cannot be read.`)
  }
  const innermost = all.at(-1)?.message ?? String(error)
  if (/connection closed/i.test(innermost)) {
    return temporary(`${broker} closed the connection.${hintFor(settings)}`)
  }
  return temporary(`${broker} cannot be consumed from: ${innermost.replace(/\.$/, '')}.`)
}

/** What a broker may miss that closes connections without an answer. */
function hintFor({ tls, sasl }: KafkaSettings): string {
  const missing = [
    tls === undefined ? 'TLS' : '',
    tls !== undefined && tls.cert === undefined && tls.pfx === undefined ? 'a client certificate' : '',
    sasl === undefined ? 'a login' : '',
  ].filter(Boolean)
  return missing.length === 0 ? '' : ` It may expect ${missing.join(' or ')}.`
}
