import { expect, test } from 'vitest'
import { readEventStream, type ServerSentEvent } from './event-stream.ts'

async function eventsOf(...chunks: readonly Uint8Array[]): Promise<readonly ServerSentEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  return Array.fromAsync(readEventStream(body))
}
const bytes = (text: string) => new TextEncoder().encode(text)

test('events are separated by blank lines, however they are split into chunks', async () => {
  const whole = bytes('retry: 500\n\nevent: messages\nid: 7\ndata: {"a":"é"}\n\n: still there\n\ndata: x\ndata: y\n\n')
  const expected = [
    { event: 'messages', id: '7', data: '{"a":"é"}' },
    { event: 'message', id: undefined, data: 'x\ny' },
  ]
  expect(await eventsOf(whole)).toEqual(expected)
  // Also within a letter of two bytes.
  expect(await eventsOf(...Array.from(whole, (byte) => Uint8Array.of(byte)))).toEqual(expected)
})

test('an incomplete event at the end is dropped', async () => {
  expect(await eventsOf(bytes('data: 1\n\ndata: 2\n'))).toEqual([{ event: 'message', id: undefined, data: '1' }])
})
