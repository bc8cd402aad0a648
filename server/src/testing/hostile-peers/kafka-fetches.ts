/** Responses of a Kafka broker to a request for messages, right and wrong. */
import { zstdCompressSync } from 'node:zlib'
import { framed, i16, i32, i64, list, TOPIC, text } from './kafka-fields.ts'
import { bytes, type EndlessForm } from './peer-protocol.ts'

const GZIP = 1
const SNAPPY = 2
const LZ4 = 3
const ZSTD = 4
const UNKNOWN_COMPRESSION = 7
const MEGABYTE = 2 ** 20
const HUGE = 0x7fffffff

interface Batch {
  readonly records: Buffer
  /** What the batch says. */
  readonly count?: number
  readonly compression?: number
  readonly lengthBytes?: number
  readonly firstOffset?: bigint
}

/** What follows the length of a batch, before its records. */
const BATCH_HEAD_BYTES = 49

function batch({ records, count = 1, compression = 0, lengthBytes, firstOffset = 0n }: Batch): Buffer {
  return Buffer.concat([
    i64(firstOffset),
    i32(lengthBytes ?? BATCH_HEAD_BYTES + records.length),
    i32(0),
    bytes('02 00 00 00 00'),
    i16(compression),
    i32(Math.max(0, count - 1)),
    i64(0n),
    i64(0n),
    i64(-1n),
    i16(-1),
    i32(-1),
    i32(count),
    records,
  ])
}

/** A record whose value is "hello". */
const RECORD = bytes('16 00 00 00 01 0a 68 65 6c 6c 6f 00')
/** Keys of a negative length lead back to the beginning: a reader without a check never ends. */
const LOOP = bytes('00 00 13 00 00 00 04 00 00 0d 18')

interface FetchParts {
  readonly topic?: string
  readonly partition?: number
  readonly errorCode?: number
  readonly aborted?: Buffer
  readonly recordsBytes?: number
}

export function fetchResponse(records: Buffer, parts: FetchParts = {}): Buffer {
  const { topic = TOPIC, partition = 0, errorCode = 0, aborted = list(), recordsBytes = records.length } = parts
  return Buffer.concat([
    i32(0),
    list(
      Buffer.concat([
        text(topic),
        list(Buffer.concat([i32(partition), i16(errorCode), i64(1n), i64(1n), aborted, i32(recordsBytes), records])),
      ]),
    ),
  ])
}

export const messageBatch = () => batch({ records: RECORD })

let bombs: readonly Buffer[] | undefined
/** Small batches that unpack to more than they may, together or each. */
function packedBombs(): readonly Buffer[] {
  if (bombs !== undefined) return bombs
  const packed = zstdCompressSync(Buffer.alloc(100 * MEGABYTE))
  bombs = [
    batch({ records: zstdCompressSync(Buffer.alloc(200 * MEGABYTE)), compression: ZSTD }),
    Buffer.concat(Array.from({ length: 40 }, () => batch({ records: packed, compression: ZSTD }))),
  ]
  return bombs
}

const OFFSET_OUT_OF_RANGE = 1
const UNKNOWN_ERROR = 12_345

export const badFetches = (): readonly Buffer[] => [
  fetchResponse(batch({ records: RECORD, count: HUGE })),
  fetchResponse(batch({ records: LOOP, count: HUGE })),
  ...packedBombs().map((each) => fetchResponse(each)),
  // A value that claims 512 MB, and headers that claim two billions.
  fetchResponse(batch({ records: bytes('16 00 00 00 01 80 80 80 80 04 68') })),
  fetchResponse(batch({ records: bytes('16 00 00 00 01 01 fe ff ff ff 0f') })),
  fetchResponse(batch({ records: RECORD, lengthBytes: -50 })),
  fetchResponse(batch({ records: RECORD, lengthBytes: 0, compression: LZ4 })),
  fetchResponse(batch({ records: RECORD, lengthBytes: HUGE })),
  fetchResponse(batch({ records: RECORD, count: -1 })),
  fetchResponse(batch({ records: Buffer.alloc(500, 7), compression: GZIP })),
  fetchResponse(batch({ records: bytes('ff ff ff ff 07 00 00'), compression: SNAPPY })),
  fetchResponse(batch({ records: Buffer.alloc(500, 7), compression: SNAPPY })),
  fetchResponse(batch({ records: bytes('04 22 4d 18 60 70 73 ff ff ff 7f'), compression: LZ4 })),
  fetchResponse(batch({ records: RECORD, compression: UNKNOWN_COMPRESSION })),
  fetchResponse(batch({ records: RECORD, firstOffset: 2n ** 63n - 1n })),
  fetchResponse(batch({ records: RECORD, firstOffset: -(2n ** 63n) })),
  fetchResponse(messageBatch(), { errorCode: OFFSET_OUT_OF_RANGE }),
  fetchResponse(messageBatch(), { errorCode: UNKNOWN_ERROR }),
  fetchResponse(messageBatch(), { topic: '__proto__' }),
  fetchResponse(messageBatch(), { partition: -1 }),
  fetchResponse(messageBatch(), { aborted: i32(HUGE) }),
  fetchResponse(messageBatch(), { recordsBytes: HUGE }),
  fetchResponse(messageBatch(), { recordsBytes: -100 }),
  Buffer.concat([i32(0), i32(HUGE)]),
  Buffer.concat([i32(0), i32(1), text(TOPIC), i32(HUGE)]),
  Buffer.concat([i32(0), i32(1), i16(-100)]),
  Buffer.alloc(10 * MEGABYTE),
]

/** Bytes of a response that never ends within the limits. */
const LONG_RESPONSE_BYTES = 150 * MEGABYTE

export const endlessFetches = (id: Buffer): readonly EndlessForm[] => [
  { head: Buffer.concat([i32(LONG_RESPONSE_BYTES), id]), block: Buffer.alloc(65_536) },
  { head: framed(id, fetchResponse(messageBatch())), block: framed(id, fetchResponse(messageBatch())) },
  {
    head: Buffer.concat([i32(LONG_RESPONSE_BYTES), id, fetchResponse(Buffer.alloc(0), { recordsBytes: HUGE })]),
    block: Buffer.concat(Array.from({ length: 500 }, messageBatch)),
  },
]
