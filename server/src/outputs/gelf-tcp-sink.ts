/** GELF over TCP: messages end with a NUL byte, and the receiver answers nothing. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { GelfSettings } from './gelf-settings.ts'
import type { OutputSink } from './output-type.ts'

export async function openGelfTcp(settings: GelfSettings, signal: AbortSignal): Promise<OutputSink> {
  const { host, port, connectMs, isUndelayed, isKeptAlive } = settings
  const isTls = settings.protocol === 'TCP+TLS'
  const socket = isTls ? await startTls(settings) : connect({ host, port })
  let isEnded = false
  socket.on('end', () => {
    isEnded = true
  })
  // Writes are told of it.
  socket.on('error', () => undefined)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(connectMs)]),
    })
  } catch (error) {
    socket.destroy()
    const isLate = !signal.aborted && error instanceof Error && error.name === 'AbortError'
    throw isLate ? new Error(`no connection to ${host}:${port} within ${connectMs} ms`, { cause: error }) : error
  }
  socket.setNoDelay(isUndelayed)
  socket.setKeepAlive(isKeptAlive)
  // Whatever the receiver says must not fill the memory.
  socket.resume()
  return {
    isOpen: () => !isEnded && socket.writable,
    send: ({ bytes }) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error instanceof Error ? reject(error) : resolve(0)))
      }),
    [Symbol.dispose]: () => socket.destroySoon(),
  }
}

async function startTls({ host, port, isVerified, trusted }: GelfSettings): Promise<Socket> {
  const ca = trusted === undefined ? undefined : await readFile(trusted)
  return connectTls({ host, port, rejectUnauthorized: isVerified, ...(ca === undefined ? {} : { ca }) })
}
