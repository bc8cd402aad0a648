import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { BROKER_INPUTS, kafkaConfiguration } from '../../../../testing/broker-inputs.ts'
import { startInputs } from '../../testing/start-inputs.ts'
import { createFrameCheck } from './check-frames.ts'

/** A broker that does this with each connection after its first request. */
async function hostileBroker(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server.address())
  return {
    port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address !== null ? address.port : 0
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

test.each([
  { name: 'a frame of length 0', answer: bytes('00 00 00 00 00 00') },
  { name: 'a frame of length 1', answer: bytes('00 00 00 01 00 00') },
  { name: 'a frame of length -1', answer: bytes('ff ff ff ff 00 00') },
  { name: 'a frame of 2 GB', answer: bytes('7f ff ff ff 00 00') },
  { name: 'random bytes in a valid frame', answer: Buffer.concat([bytes('00 00 00 40'), Buffer.alloc(64, 7)]) },
])('a broker that answers with $name fails its input, and nothing else', async ({ answer }) => {
  await using broker = await hostileBroker((socket) => socket.write(answer))
  await using world = await startInputs()
  const configuration = kafkaConfiguration(broker.port)
  const draft = { title: 'Hostile', type: BROKER_INPUTS.kafka, global: true, configuration }
  const { id } = await world.inputs.kind.create({ settings: draft }, 'ada')
  await world.inputs.settled()
  expect(world.inputs.getState(id)).toMatchObject({
    state: 'FAILED',
    detailed_message: expect.stringContaining('Kafka'),
  })
})

test('lengths are checked across chunks, and a TLS record is left to the client', () => {
  const valid = Buffer.concat([bytes('00 00 00 04 00 00 00 01'), bytes('00 00 00 05 01 02 03 04 05')])
  const isValid = createFrameCheck()
  for (const byte of valid) expect(isValid(Buffer.of(byte))).toBe(true)
  expect(isValid(bytes('00 00 00'))).toBe(true)
  expect(isValid(bytes('03'))).toBe(false)
  expect(createFrameCheck()(bytes('15 03 03 00 02'))).toBe(true)
})
