/** Datagrams. UDP has no backpressure: while the journal is full, they are dropped and counted. */
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { countSetting } from '@logyard/codecs/config-fields'
import { listenAddress, listenFailure } from './listening.ts'
import { type DatagramReceiver, netflowReceiver } from './netflow-datagrams.ts'
import type { StartTransport, TransportDeps } from './transport.ts'

export type UdpFraming = 'gelf' | 'whole' | 'netflow'

const RECEIVE_BUFFER_BYTES = 262_144

export function udpTransport(framing: UdpFraming): StartTransport {
  return async (deps) => {
    const { configuration, metrics, log } = deps
    const address = listenAddress(configuration)
    const recvBufferSize = countSetting(configuration, 'recv_buffer_size', RECEIVE_BUFFER_BYTES)
    await using starting = new AsyncDisposableStack()
    const { receive } = starting.use(await receiverOf(framing, deps))
    const socket = createSocket({ type: isIPv6(address.host) ? 'udp6' : 'udp4', recvBufferSize })
    let readBytes = 0
    socket.on('message', (datagram, peer) => {
      readBytes += datagram.length
      deps.signs.look(datagram, peer.address)
      receive(datagram, peer)
    })
    await bound(socket, address)
    starting.defer(() => new Promise<void>((resolve) => void socket.close(() => resolve())))
    socket.on('error', deps.onFailure)
    metrics.showTraffic(() => ({ readBytes, writtenBytes: 0 }))
    const actual = socket.getRecvBufferSize()
    if (actual < recvBufferSize) {
      log.warn({ wanted: recvBufferSize, actual }, 'the system gives the receive buffer less room than configured')
    }
    const running = starting.move()
    return { port: socket.address().port, [Symbol.asyncDispose]: () => running.disposeAsync() }
  }
}

function receiverOf(framing: UdpFraming, deps: TransportDeps): DatagramReceiver | Promise<DatagramReceiver> {
  if (framing === 'netflow') return netflowReceiver(deps)
  const receive = framing === 'gelf' ? gelfReceive(deps) : wholeReceive(deps)
  return { receive, [Symbol.dispose]: () => undefined }
}

function wholeReceive({ intake, metrics }: TransportDeps): DatagramReceiver['receive'] {
  const { droppedMessages } = metrics
  return (datagram, peer) => {
    if (!intake.append(datagram, peer)) droppedMessages.increment()
  }
}

function gelfReceive({ intake, metrics, gelfChunks, clock }: TransportDeps): DatagramReceiver['receive'] {
  const { droppedMessages, invalidMessages, aggregationTime } = metrics
  return (datagram, peer) => {
    if (datagram.length === 0) {
      metrics.emptyMessages.increment()
      return
    }
    const startedMs = clock.monotonicMs()
    const payload = gelfChunks.add(datagram, startedMs)
    aggregationTime.update(clock.monotonicMs() - startedMs)
    if (payload === 'waiting') return
    if (payload === 'invalid') invalidMessages.mark()
    else if (!intake.append(payload, peer)) droppedMessages.increment()
  }
}

function bound(socket: Socket, address: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close()
      reject(listenFailure(error, address))
    })
    socket.bind({ address: address.host, port: address.port }, () => {
      socket.removeAllListeners('error')
      resolve()
    })
  })
}
