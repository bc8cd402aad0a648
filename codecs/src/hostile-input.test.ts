import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createCefCodec } from './cef/cef-codec.ts'
import type { Codec, Decoded } from './codec.ts'
import { createGelfChunks } from './gelf/gelf-chunks.ts'
import { gelfCodec } from './gelf/gelf-codec.ts'
import { jsonPathCodec } from './json-path/json-path-codec.ts'
import { netflowCodec } from './netflow/netflow-codec.ts'
import * as flows from './netflow/testing/flow-packets.ts'
import { randomHttpCodec } from './random/random-http-codec.ts'
import { createRandomHttpGenerator } from './random/random-http-generator.ts'
import { rawCodec } from './raw/raw-codec.ts'
import { createSyslogCodec } from './syslog/syslog-codec.ts'
import { cpuTimeMs } from './testing/cpu-time.ts'
import { damage } from './testing/damage.ts'
import { hostilePayloads } from './testing/hostile-payloads.ts'
import { rawMessage } from './testing/raw-message.ts'
import { rounds } from './testing/rounds.ts'
import { seededRandom } from './testing/seeded-random.ts'
import { findTimeZone, UTC } from './time-zone.ts'

const zone = findTimeZone('Europe/Berlin') ?? UTC
const gelf =
  '{"version":"1.1","host":"h","short_message":"m","timestamp":1500646980.661,"level":6,"_n":9007199254740993,"_o":{"a":[1,2]},}'

interface Case {
  readonly codec: Codec
  readonly settings?: Readonly<Record<string, unknown>>
  readonly captures: readonly (string | Uint8Array)[]
}

const cases: readonly Case[] = [
  { codec: gelfCodec, captures: [gelf, gzipSync(gelf)] },
  {
    codec: createSyslogCodec({ zone, hostNameOf: () => undefined }),
    settings: { store_full_message: true },
    captures: [
      "<34>Oct 11 22:14:15 mymachine su: 'su root' failed",
      '<6>2016-10-12T14:10:18.123+02:00 hostname testmsg[20]: Test',
      '<165>1 2012-12-25T22:14:15.003Z h app 7 ID47 [a@1 iut="3" x="\\"\\]"][b] An event',
      '<186>1541800: host: *Feb 27 06:08:59.485 CET: switch %HARDWARE-2-FAN_ERROR: Fan Failure',
      '<45>date=2017-03-06 time=12:53:10 tz="+0200" devname=DEV level=notice msg="a \\" b" srcport=45748',
      'no pri at all',
    ],
  },
  { codec: rawCodec, captures: ['a line of text', Uint8Array.of(0xc3, 0xa4, 0xff)] },
  {
    codec: createCefCodec({ zone }),
    captures: [
      '<189>Sep 19 08:26:10 gw-7 CEF:0|v|p|1|id|n|5|rt=1758270370000 cs1=x cs1Label=Rule spt=80 msg=a \\= b request=http://x/?a=b',
      '2014 Feb 05 17:32:18.123 America/New_York gw CEF:0|v\\||p|1|id|n|High|end=Feb 05 2014 17:32:18 CET cfp1=1.5',
    ],
  },
  { codec: jsonPathCodec, settings: { path: "$..a[1]['b']" }, captures: ['{"x":[{"a":[0,{"b":9007199254740993}]}]}'] },
  {
    codec: netflowCodec,
    captures: [
      flows.netflow5([flows.record5('192.0.2.1', '192.0.2.2')]),
      flows.netflow9([
        flows.template9(256, flows.FLOW_FIELDS),
        flows.data(256, flows.flowRecord('192.0.2.1', '192.0.2.2')),
      ]),
    ],
  },
  {
    codec: randomHttpCodec,
    captures: [createRandomHttpGenerator({ source: 's', random: () => 0.3 }).next(1_750_000_000_000)],
  },
]

const HOSTILE_PAYLOADS = Object.entries(hostilePayloads())
const LONG = { timeout: 600_000 }

/** The guarantees of codecs, for any payload. */
function check(decoded: Decoded): void {
  if (!decoded.ok) {
    expect(decoded.reason).toMatch(/^[a-z-]+$/)
    return
  }
  for (const message of decoded.messages) {
    expect(typeof message.message).toBe('string')
    expect(message.source).not.toBe('')
    expect(Number.isNaN(new Date(message.timestampMs).getTime())).toBe(false)
    for (const value of Object.values(message.fields)) expect(['string', 'number', 'bigint']).toContain(typeof value)
  }
}

describe.each(cases)('$codec.id', ({ codec, settings = {}, captures }) => {
  const decode = codec.create(settings)

  test('payloads made to cost time are decoded in time', () => {
    for (const [name, payload] of HOSTILE_PAYLOADS) {
      const started = cpuTimeMs()
      const decoded = decode(rawMessage(payload))
      const tookMs = cpuTimeMs() - started
      expect(['boolean', name]).toEqual([typeof decoded.ok, name])
      // Linear time takes well below a second; superlinear time would take minutes.
      expect({ name, isInTime: tookMs < 5000 }).toEqual({ name, isInTime: true })
    }
  })

  test('damaged payloads never throw, and intact ones between them are decoded', LONG, () => {
    const random = seededRandom(2026)
    const whole = captures.map((capture) => rawMessage(capture))
    const expected = whole.map((raw) => decode(raw))
    for (const decoded of expected) expect(decoded.ok).toBe(true)
    const bytes = whole.map(({ payload }) => payload)
    for (let round = 0; round < rounds(300, 300_000); round++) {
      check(decode(rawMessage(damage(random, bytes))))
      if (round % 100 === 0) expect(whole.map((raw) => decode(raw))).toEqual(expected)
    }
  })
})

test('damaged chunks never throw, and a message that is sent between them is joined', LONG, () => {
  const random = seededRandom(4711)
  const limits = { maxMessages: 200, maxBytes: 200_000 }
  const chunks = createGelfChunks({ limits })
  const payload = gzipSync(gelf)
  const split = (id: number) => [
    Buffer.concat([Buffer.from([0x1e, 0x0f, 0, 0, 0, 0]), u32(id), Buffer.from([0, 2]), payload.subarray(0, 40)]),
    Buffer.concat([Buffer.from([0x1e, 0x0f, 0, 0, 0, 0]), u32(id), Buffer.from([1, 2]), payload.subarray(40)]),
  ]
  const decode = gelfCodec.create({})
  for (let round = 0; round < rounds(2000, 300_000); round++) {
    const joined = chunks.add(damage(random, split(random.below(50))), round)
    if (typeof joined !== 'string') check(decode(rawMessage(joined)))
    if (round % 500 === 0) chunks.expire(round)
    if (round % 100 !== 0) continue
    const answers = split(1_000_000 + round).map((part) => chunks.add(part, round))
    expect(answers).toEqual(['waiting', payload])
    expect(chunks.figures().waitingBytes).toBeLessThanOrEqual(limits.maxBytes)
  }
})

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
