/** GELF over TCP. Each message ends with a NUL byte; the receiver sends no response. */
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createAllowedPaths } from '../platform/allowed-paths.ts'
import type { GelfSettings } from './gelf-settings.ts'
import type { OutputSink } from './output-type.ts'

const MAX_TRUSTED_BYTES = 1024 * 1024

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
  const ca = trustedFile === undefined ? undefined : await readTrusted(trustedFile)
  return connectTls({ host, port, rejectUnauthorized: verifiesCertificate, ...(ca === undefined ? {} : { ca }) })
}

/** A device or a pipe would fill the memory, or never end. */
async function readTrusted(path: string): Promise<Buffer> {
  const found = await createAllowedPaths([]).resolve(path)
  const stats = found?.exists === true ? await stat(found.path) : undefined
  if (found === undefined || stats?.isFile() !== true || stats.size > MAX_TRUSTED_BYTES) {
    throw new Error(`the trusted certificates ${path} are not a readable file of at most ${MAX_TRUSTED_BYTES} bytes`)
  }
  return readFile(found.path)
}
