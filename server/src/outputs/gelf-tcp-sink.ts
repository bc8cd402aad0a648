/** GELF over TCP. Each message ends with a NUL byte; the receiver sends no response. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { GelfSettings } from './gelf-settings.ts'
import type { OutputSink } from './output-type.ts'

export async function openGelfTcp(settings: GelfSettings, signal: AbortSignal): Promise<OutputSink> {
  const { host, port, connectMs, hasNoDelay, hasKeepAlive } = settings
  const isTls = settings.protocol === 'TCP+TLS'
  const socket = isTls ? await startTls(settings) : connect({ host, port })
  let isEnded = false
  socket.on('end', () => {
    isEnded = true
  })
  // The callback of the failed write gets the error.
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
  socket.setNoDelay(hasNoDelay)
  socket.setKeepAlive(hasKeepAlive)
  // Discards anything the receiver sends, so it cannot pile up in memory.
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

async function startTls({ host, port, verifiesCertificate, trustedFile }: GelfSettings): Promise<Socket> {
  const ca = trustedFile === undefined ? undefined : await readFile(trustedFile)
  return connectTls({ host, port, rejectUnauthorized: verifiesCertificate, ...(ca === undefined ? {} : { ca }) })
}
