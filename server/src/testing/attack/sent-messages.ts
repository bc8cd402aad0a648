import type { LaunchedInput } from '../../senders/testing/receiver.ts'

/** Messages of the stream that must not be seen, of none, and of the one that may be, each time in this order. */
export async function sendMessages({ port }: LaunchedInput, rounds: number): Promise<void> {
  const lines = Array.from({ length: rounds }, (_, number) => [
    line('b', 'zqcanary', number),
    line('none', 'zqcanary', number),
    line('a', 'apple', number),
  ])
  const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: lines.flat().join('\n') })
  await answer.arrayBuffer()
}

const line = (room: string, word: string, number: number) =>
  JSON.stringify({
    version: '1.1',
    host: `${word}-host`,
    short_message: `${word} was seen in room ${number} by ${word}`,
    full_message: `${word} in full`,
    level: 3,
    _room: room,
    _user: word,
    _path: `/${word}/${number}`,
    _took_ms: number,
  })
