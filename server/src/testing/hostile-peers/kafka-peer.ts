/**
 * A Kafka broker with one topic, `logs`, of one partition, and a consumer group in which the client is alone. It supports
 * one version of each request, the simplest one.
 */
import { badFetches, endlessFetches, fetchResponse, messageBatch } from './kafka-fetches.ts'
import { bytesField, framed, i16, i32, i64, list, TOPIC, text } from './kafka-fields.ts'
import { bytes, type PeerProtocol } from './peer-protocol.ts'

const FETCH = 1
const LIST_OFFSETS = 2
const METADATA = 3
const OFFSET_COMMIT = 8
const OFFSET_FETCH = 9
const FIND_COORDINATOR = 10
const JOIN_GROUP = 11
const HEARTBEAT = 12
const LEAVE_GROUP = 13
const SYNC_GROUP = 14
const API_VERSIONS = 18

/** The version of each request. */
const SUPPORTED = [
  [FETCH, 4],
  [LIST_OFFSETS, 1],
  [METADATA, 1],
  [OFFSET_COMMIT, 2],
  [OFFSET_FETCH, 1],
  [FIND_COORDINATOR, 0],
  [JOIN_GROUP, 0],
  [HEARTBEAT, 0],
  [LEAVE_GROUP, 0],
  [SYNC_GROUP, 0],
  [API_VERSIONS, 3],
] as const

const NODE = 1
const OK = i16(0)
const MEMBER = 'member-1'

const keyOf = (request: Buffer) => (request.length >= 6 ? request.readInt16BE(4) : -1)
const correlationOf = (request: Buffer) => request.subarray(8, 12)

const apiVersions = Buffer.concat([
  OK,
  Buffer.from([SUPPORTED.length + 1]),
  ...SUPPORTED.map(([key, version]) => Buffer.concat([i16(key), i16(version), i16(version), Buffer.from([0])])),
  i32(0),
  Buffer.from([0]),
])

const hostAndPort = (port: number) => Buffer.concat([text('127.0.0.1'), i32(port)])
const noRack = i16(-1)
const partitionZero = (...fields: readonly Buffer[]) => list(Buffer.concat([i32(0), ...fields]))
const ofTopic = (partitions: Buffer) => list(Buffer.concat([text(TOPIC), partitions]))

const metadata = (port: number) =>
  Buffer.concat([
    list(Buffer.concat([i32(NODE), hostAndPort(port), noRack])),
    i32(NODE),
    list(
      Buffer.concat([
        ...[OK, text(TOPIC), Buffer.from([0])],
        list(Buffer.concat([OK, i32(0), i32(NODE), list(i32(NODE)), list(i32(NODE))])),
      ]),
    ),
  ])

/** The first partition, by the format of a consumer's assignment. */
const ASSIGNMENT = Buffer.concat([i16(0), ofTopic(list(i32(0))), i32(-1)])

/** The bodies of the right responses, by the key of the request. */
const BODIES: Readonly<Record<number, (port: number) => Buffer>> = {
  [API_VERSIONS]: () => apiVersions,
  [METADATA]: metadata,
  [FIND_COORDINATOR]: (port) => Buffer.concat([OK, i32(NODE), hostAndPort(port)]),
  // Another member leads the group: so the assignment does not depend on the client.
  [JOIN_GROUP]: () => Buffer.concat([OK, i32(1), text('range'), text('leader'), text(MEMBER), list()]),
  [SYNC_GROUP]: () => Buffer.concat([OK, bytesField(ASSIGNMENT)]),
  [HEARTBEAT]: () => OK,
  [LEAVE_GROUP]: () => OK,
  [OFFSET_FETCH]: () => ofTopic(partitionZero(i64(-1n), i16(-1), OK)),
  [OFFSET_COMMIT]: () => ofTopic(partitionZero(OK)),
  [LIST_OFFSETS]: () => ofTopic(partitionZero(OK, i64(0n), i64(0n))),
  [FETCH]: () => fetchResponse(messageBatch()),
}

const isFetch = (request: Buffer) => keyOf(request) === FETCH

export const kafka: PeerProtocol = {
  // A client asks for versions, metadata, coordinator, group, assignment, offsets and messages.
  steps: 8,
  answer(request, port) {
    const body = BODIES[keyOf(request)]?.(port)
    return body === undefined ? undefined : framed(correlationOf(request), body)
  },
  isAfterHandshake: isFetch,
  wrong(request, port) {
    const id = correlationOf(request)
    const right = BODIES[keyOf(request)]?.(port) ?? OK
    const damaged = Array.from({ length: 8 }, (_, at) => {
      const copy = Buffer.from(right)
      const from = Math.floor((at * copy.length) / 8)
      copy.subarray(from, from + 4).fill(at % 2 === 0 ? 0xff : 0x7f)
      return framed(id, copy)
    })
    if (isFetch(request)) return [...badFetches().map((body) => framed(id, body)), ...damaged]
    return [
      bytes('00 00 00 00 00 00'),
      bytes('00 00 00 01 00 00'),
      bytes('ff ff ff ff 00 00'),
      bytes('7f ff ff ff 00 00 00 01 00 00'),
      bytes('80 00 00 00'),
      framed(i32(0x7ffffffe), apiVersions),
      framed(id),
      framed(id, bytes('00 00 ff ff ff ff ff ff ff ff ff ff')),
      framed(id, bytes('00 00 ff ff ff ff 0f')),
      framed(id, bytes('ff ff')),
      framed(id, bytes('00 00 7f 00 01')),
      Buffer.concat([framed(id, apiVersions), framed(id, apiVersions), framed(i32(99), apiVersions)]),
      ...damaged,
    ]
  },
  endless: (request) => (isFetch(request) ? endlessFetches(correlationOf(request)) : []),
}
