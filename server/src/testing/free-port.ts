import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port of this machine that is free for TCP and for UDP. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = addressOf(server.address())
    const socket = createSocket('udp4')
    const isFree = await new Promise<boolean>((resolve) => {
      socket.on('error', () => resolve(false))
      socket.bind(port, '127.0.0.1', () => resolve(true))
    })
    socket.close()
    server.close()
    await once(server, 'close')
    if (isFree) return port
  }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address
}
