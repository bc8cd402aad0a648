/** Messages over UDP. The network reports only some lost messages: those to a host where nothing listens on the port. */
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { OutputSink } from './output-type.ts'
import { splitMessages } from './split-messages.ts'

export async function openUdp(
  { host, port }: { readonly host: string; readonly port: number },
  /** The datagrams of a message; undefined if it is too long. */
  datagramsOf: (message: Uint8Array<ArrayBuffer>) => Promise<readonly Uint8Array[] | undefined>,
  signal: AbortSignal,
): Promise<OutputSink> {
  const { address, family } = await lookup(host)
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  socket.unref()
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
  })
  let lostLater = 0
  // The error for a datagram may arrive with a later one, or in between.
  socket.on('error', () => {
    lostLater += 1
  })
  try {
    const connected = once(socket, 'connect', { signal })
    socket.connect(port, address)
    await connected
  } catch (error) {
    socket.close()
    throw error
  }

  const sendOne = (datagram: Uint8Array) =>
    new Promise<boolean>((resolve) => {
      if (isClosed) resolve(false)
      else socket.send(datagram, (error) => resolve(error === null || error === undefined))
    })
  const sendMessage = async (message: Uint8Array<ArrayBuffer>) => {
    const datagrams = await datagramsOf(message)
    if (datagrams === undefined) return false
    for (const datagram of datagrams) if (!(await sendOne(datagram))) return false
    return true
  }

  return {
    isOpen: () => !isClosed,
    async send(messages) {
      const sent = await Promise.all(Array.from(splitMessages(messages), sendMessage))
      const lost = lostLater + sent.filter((isSent) => !isSent).length
      lostLater = 0
      return lost
    },
    [Symbol.dispose]() {
      if (!isClosed) socket.close()
    },
  }
}
