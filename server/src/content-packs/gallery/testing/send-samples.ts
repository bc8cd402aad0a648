/** Sends samples over sockets, as their sources do, with the time of now. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { jsonFrame, windowFrame } from '@logyard/codecs/beats/testing/lumberjack-sender'
import type { PackSample } from './pack-samples.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The sample as it would have been sent at this time. */
export function sentAt({ sent }: Pick<PackSample, 'sent'>, time: Date): Pick<PackSample, 'sent'> {
  if (typeof sent === 'string') return { sent: withTime(sent, time) }
  const { message, short_message, ...rest } = sent
  const ownTime = '@timestamp' in sent ? { '@timestamp': time.toISOString() } : { timestamp: time.getTime() / 1000 }
  return { sent: { ...rest, ...textAt({ message, short_message }, time), ...ownTime } }
}

const textAt = (texts: Readonly<Record<string, unknown>>, time: Date) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (typeof text === 'string' ? [[name, withTime(text, time)]] : [])),
  )

function withTime(line: string, time: Date): string {
  const iso = time.toISOString()
  const [date = '', clock = ''] = iso.slice(0, 19).split('T')
  const [year = '', month = '', day = ''] = date.split('-')
  const name = MONTHS[Number(month) - 1] ?? ''
  return line
    .replace(/\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:]{8} [+-]\d{4}/, `${day}/${name}/${year}:${clock} +0000`)
    .replace(/(?<=^<\d+>:?)[A-Z][a-z]{2} \d\d(?: \d{4})? [\d:]{8}/, `${name} ${day} ${clock}`)
    .replace(/(?<=^<\d+>1 )\S+/, iso)
    .replace(/date=\d{4}-\d\d-\d\d time=[\d:]{8}/, `date=${date} time=${clock}`)
}

export type SampleTransport = 'Syslog UDP' | 'Syslog TCP' | 'Raw TCP' | 'GELF UDP' | 'GELF TCP' | 'Beats'

/** Transports by the type of input. */
export const TRANSPORTS: ReadonlyMap<unknown, SampleTransport> = new Map([
  ['org.graylog2.inputs.syslog.udp.SyslogUDPInput', 'Syslog UDP'],
  ['org.graylog2.inputs.syslog.tcp.SyslogTCPInput', 'Syslog TCP'],
  ['org.graylog2.inputs.gelf.udp.GELFUDPInput', 'GELF UDP'],
  ['org.graylog2.inputs.gelf.tcp.GELFTCPInput', 'GELF TCP'],
  ['org.graylog.plugins.beats.Beats2Input', 'Beats'],
])

const PAYLOADS: Readonly<Record<SampleTransport, (sent: PackSample['sent'], place: number) => string | Uint8Array>> = {
  'Syslog UDP': String,
  'Syslog TCP': (line) => `${String(line)}\n`,
  'Raw TCP': (line) => `${String(line)}\n`,
  'GELF UDP': (document) => JSON.stringify(document),
  'GELF TCP': (document) => `${JSON.stringify(document)}\0`,
  Beats: (document, place) => jsonFrame(place + 1, Object(document)),
}

export async function sendSamples(
  transport: SampleTransport,
  port: number,
  samples: readonly Pick<PackSample, 'sent'>[],
): Promise<void> {
  const payloads = samples.map(({ sent }, place) => Buffer.from(PAYLOADS[transport](sent, place)))
  if (transport.endsWith('UDP')) {
    const socket = createSocket('udp4')
    for (const payload of payloads) {
      await new Promise<void>((resolve) => socket.send(payload, port, '127.0.0.1', () => resolve()))
    }
    socket.close()
    return
  }
  const socket = connect(port, '127.0.0.1')
  const window = transport === 'Beats' ? [windowFrame(payloads.length)] : []
  socket.write(Buffer.concat([...window, ...payloads]))
  // A Beats client waits for the acknowledgement.
  if (transport === 'Beats') await once(socket, 'data')
  socket.end()
  socket.resume()
  await once(socket, 'close')
}
