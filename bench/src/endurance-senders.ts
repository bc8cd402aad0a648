/** The valid senders of the endurance run: each has one connection for the whole run. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { jsonFrame, windowFrame } from '@logyard/codecs/beats/testing/lumberjack-sender'
import { type EnduranceServer, INPUT, type LaunchedInput } from './endurance-server.ts'

/** Messages of one turn of a sender; datagrams are fewer, so that the kernel has room for them. */
const PER_TURN = 200
const DATAGRAMS_PER_TURN = 20

export interface Senders extends Disposable {
  /** Each sends some messages, and rejects when its connection is closed. */
  readonly turns: readonly (() => Promise<void>)[]
  /** Messages that were handed over so far, without datagrams: those may be lost on their way. */
  sent(): number
}

export async function connected({ port }: LaunchedInput): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined) // writing fails then
  socket.resume()
  return socket
}

const gelf = (short_message: string) => JSON.stringify({ version: '1.1', host: 'endurance', short_message })
const beat = (message: string) => ({
  '@timestamp': new Date().toISOString(),
  '@metadata': { beat: 'filebeat' },
  agent: { hostname: 'endurance' },
  message,
})

export async function startSenders(server: EnduranceServer): Promise<Senders> {
  const http = await server.launch(INPUT.gelfHttp)
  const udp = await server.launch(INPUT.syslogUdp)
  const syslog = await connected(await server.launch(INPUT.syslogTcp))
  const gelfTcp = await connected(await server.launch(INPUT.gelfTcp))
  const beats = await connected(await server.launch(INPUT.beats))
  const datagrams = createSocket('udp4')
  let sent = 0

  function texts(): readonly string[] {
    sent += PER_TURN
    return Array.from({ length: PER_TURN }, (_, i) => `number ${sent + i} of endurance`)
  }

  const over = (socket: Socket, encode: (messages: readonly string[]) => string | Buffer) => async () => {
    if (socket.destroyed) throw new Error('a connection of a valid sender was closed')
    if (!socket.write(encode(texts()))) await once(socket, 'drain')
  }
  async function post() {
    const answer = await fetch(`http://127.0.0.1:${http.port}/gelf`, { method: 'POST', body: gelf('one of endurance') })
    if (answer.status !== 202) throw new Error(`GELF over HTTP: ${answer.status}`)
    sent += 1
  }
  async function sendDatagrams() {
    for (let i = 0; i < DATAGRAMS_PER_TURN; i++) datagrams.send(`<13>Jan  1 00:00:00 host app: datagram ${i}`, udp.port)
  }
  const turns = [
    over(syslog, (all) => all.map((text) => `<13>Jan  1 00:00:00 endurance app: ${text}\n`).join('')),
    over(gelfTcp, (all) => all.map((text) => `${gelf(text)}\0`).join('')),
    over(beats, (all) =>
      Buffer.concat([windowFrame(all.length), ...all.map((text, i) => jsonFrame(i + 1, beat(text)))]),
    ),
    post,
    sendDatagrams,
  ]
  return {
    turns,
    sent: () => sent,
    [Symbol.dispose]() {
      for (const socket of [syslog, gelfTcp, beats]) socket.destroy()
      datagrams.close()
    },
  }
}
