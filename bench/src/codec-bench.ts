import { deflateSync, gzipSync } from 'node:zlib'
import { createCefCodec } from '@logyard/codecs/cef/cef-codec'
import type { Decode } from '@logyard/codecs/codec'
import { createDelimitedFrames } from '@logyard/codecs/framing/delimited-frames'
import { gelfCodec } from '@logyard/codecs/gelf/gelf-codec'
import { jsonPathCodec } from '@logyard/codecs/json-path/json-path-codec'
import { netflowCodec } from '@logyard/codecs/netflow/netflow-codec'
import { data, FLOW_FIELDS, flowRecord, netflow9, template9 } from '@logyard/codecs/netflow/testing/flow-packets'
import { rawCodec } from '@logyard/codecs/raw/raw-codec'
import { createSyslogCodec } from '@logyard/codecs/syslog/syslog-codec'
import { UTC } from '@logyard/codecs/time-zone'
import { median } from './median.ts'

const ROUNDS = 15
const MESSAGES = 20_000
const VARIANTS = 64

/** Microseconds per message: the median of many rounds over different payloads. */
export async function benchCodecs(print: (line: string) => void): Promise<void> {
  const syslog = createSyslogCodec({ zone: UTC, hostNameOf: () => undefined }).create({})
  const gelf = gelfCodec.create({})
  const cases: Readonly<Record<string, readonly [Decode, (variant: number) => Uint8Array]>> = {
    'gelf, 10 fields': [gelf, gelfDocument],
    'gelf, 10 fields and a 64-bit number': [gelf, (variant) => gelfDocument(variant, ',"_span":1234567890123456789')],
    'gelf, zlib': [gelf, (variant) => deflateSync(gelfDocument(variant))],
    'gelf, gzip': [gelf, (variant) => gzipSync(gelfDocument(variant))],
    'syslog, RFC 3164': [syslog, bsdLine],
    'syslog, RFC 5424 with structured data': [syslog, structuredLine],
    'syslog, Cisco': [
      syslog,
      (n) => Buffer.from(`<186>${n}: Feb 27 06:08:59.485: %HARDWARE-2-FAN_ERROR: Fan ${n} failed`),
    ],
    'syslog, FortiGate, 15 pairs': [syslog, fortigateLine],
    'CEF, 15 extensions': [createCefCodec({ zone: UTC }).create({}), cefLine],
    'NetFlow v9, 30 flows of 16 fields': [netflowCodec.create({}), netflowPacket],
    raw: [rawCodec.create({}), bsdLine],
    jsonpath: [jsonPathCodec.create({ path: '$._http_status' }), gelfDocument],
  }
  for (const [name, [decode, make]] of Object.entries(cases)) print(measure(name, decode, make))
  print(measureFraming())
}

function measure(name: string, decode: Decode, make: (variant: number) => Uint8Array): string {
  const messages = Array.from({ length: VARIANTS }, (_, variant) => ({
    payload: make(variant),
    receivedAtMs: Date.UTC(2026, 5, 15),
    remoteAddress: '192.0.2.7',
    remotePort: 51_000,
  }))
  for (const message of messages) if (!decode(message).ok) throw new Error(`${name}: a payload cannot be decoded`)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    for (let done = 0; done < MESSAGES; done += VARIANTS) for (const message of messages) decode(message)
    times.push((1000 * (performance.now() - started)) / (Math.ceil(MESSAGES / VARIANTS) * VARIANTS))
  }
  const bytes = median(messages.map(({ payload }) => payload.length))
  return `${name}: ${median(times).toFixed(2)} µs for ${bytes} bytes`
}

function measureFraming(): string {
  const chunk = Buffer.alloc(65_536, Buffer.concat([gelfDocument(7), Buffer.alloc(1)]))
  const times: number[] = []
  let frames = 0
  for (let round = 0; round < ROUNDS; round++) {
    const cutter = createDelimitedFrames({ delimiter: 'nul', maxBytes: 2_097_152 })
    frames = 0
    const started = performance.now()
    for (let sent = 0; sent < 200; sent++) cutter.push(chunk, () => frames++)
    times.push((1000 * (performance.now() - started)) / frames)
  }
  return `frames that end with NUL: ${median(times).toFixed(2)} µs a frame, chunks of 64 KiB`
}

function gelfDocument(variant: number, more = ''): Buffer {
  return Buffer.from(
    `{"version":"1.1","host":"web-${variant}.example.org","short_message":"GET /orders/${variant} completed with status 200 in ${variant} ms for ada","timestamp":1500646980.${100 + variant},"level":6,"facility":"checkout","_request_id":"b7e6f1c0a9d8${variant}","_user_id":${9000 + variant},"_http_method":"GET","_http_status":200,"_took_ms":${variant},"_path":"/orders/${variant}","_container":"checkout-${variant}","_zone":"eu-1"${more}}`,
  )
}

const netflowPacket = (n: number) => {
  const flows = Array.from({ length: 30 }, (_, host) => flowRecord(`192.0.${n}.${host}`, `198.51.100.${n}`))
  return netflow9([template9(256, FLOW_FIELDS), data(256, ...flows)])
}

const bsdLine = (n: number) =>
  Buffer.from(
    `<30>Oct 11 22:14:${10 + (n % 50)} web-${n} sshd[${4000 + n}]: Accepted publickey for ada from 192.0.2.${n} port 51234 ssh2`,
  )

const structuredLine = (n: number) =>
  Buffer.from(
    `<165>1 2026-06-11T22:14:15.${100 + n}Z web-${n} checkout ${n} ID47 [origin@32473 ip="192.0.2.${n}" software="checkout" seq="${n}"] order ${n} was paid`,
  )

const fortigateLine = (n: number) =>
  Buffer.from(
    `<189>date=2026-03-06 time=12:53:10 devname="FGT-${n}" devid="FG100D" logid="0000000013" type="traffic" subtype="forward" level="notice" vd="root" srcip=192.0.2.${n} srcport=${5000 + n} dstip=198.51.100.7 dstport=443 action="close" msg="session ended"`,
  )

const cefLine = (n: number) =>
  Buffer.from(
    `<134>Feb 05 17:32:18 fw-${n} CEF:0|Example|Firewall|10.1|drop|Traffic dropped|3|rt=1758270370000 src=192.0.2.${n} spt=${5000 + n} dst=198.51.100.9 dpt=443 proto=TCP act=drop cs1Label=Policy cs1=block all in=0 out=${n} suser=ada request=https://example.org/a/${n} cn1=${n} cn1Label=Rule msg=Denied by policy`,
  )
