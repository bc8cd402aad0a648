/** Decodes a payload with a codec for testing, without storing the message. */
import type { Codec, DecodedMessage, FieldValue } from '@logyard/codecs/codec'
import { netflowCodec } from '@logyard/codecs/netflow/netflow-codec'
import type { MessageParseRequest, ResultMessage } from '@logyard/contract/search/messages'
import type { MessageDocument } from '@logyard/contract/search/search-results'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import { resultMessage } from './result-message.ts'

export type ParseMessage = (request: MessageParseRequest) => ResultMessage

const codecUnknown = (codec: string) => new LogyardError('not-found', 'codec-unknown', `Codec ${codec} does not exist`)
const messageUndecodable = (detail: string) =>
  new LogyardError('invalid', 'message-undecodable', 'Could not decode message', { cause: new Error(detail) })

/** The payload did not arrive over a connection, so there is no real port. */
const REMOTE_PORT = 1234

export function createParseMessage(deps: {
  readonly codecs: readonly Codec[]
  readonly clock: Clock
  readonly ids: Ids
}): ParseMessage {
  return ({ message, codec: name, remote_address, configuration }) => {
    const codec = deps.codecs.find(({ id }) => id === name)
    if (codec === undefined) throw codecUnknown(name)
    const receivedAtMs = deps.clock.now().getTime()
    const raw = { payload: Buffer.from(message), receivedAtMs, remoteAddress: remote_address, remotePort: REMOTE_PORT }
    // Its payloads are binary and have many messages; a form can neither hold nor show them.
    if (name === netflowCodec.id) throw messageUndecodable('NetFlow packets cannot be pasted')
    const decoded = codec.create(configuration ?? {})(raw)
    if (!decoded.ok) throw messageUndecodable(decoded.detail)
    const [first] = decoded.messages
    if (first === undefined) throw messageUndecodable('The payload has no message')
    return resultMessage(documentOf(first, remote_address, deps.ids.uuid()), undefined)
  }
}

function documentOf(decoded: DecodedMessage, remoteAddress: string, id: string): MessageDocument {
  const fields: Record<string, FieldValue> = { ...decoded.fields }
  return {
    ...fields,
    ...(remoteAddress === '' ? {} : { gl2_remote_ip: remoteAddress, gl2_remote_port: REMOTE_PORT }),
    _id: id,
    timestamp: new Date(decoded.timestampMs).toISOString(),
    source: decoded.source === '' ? remoteAddress : decoded.source,
    message: decoded.message,
    streams: [],
  }
}
