import { expect, test } from 'vitest'
import { insertBatches } from './insert-batches.ts'

async function batchesOf(chunks: readonly string[], limits = { batchBytes: 10, maxRowBytes: 40 }): Promise<string[]> {
  async function* body() {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  const batches: string[] = []
  for await (const batch of insertBatches(body(), limits)) batches.push(batch.toString())
  return batches
}

test('batches end at line ends and contain every byte', async () => {
  expect(await batchesOf(['aaa\nbbb\nccc\nddd\neee'])).toEqual(['aaa\nbbb\n', 'ccc\nddd\n', 'eee'])
})

test('the batches do not depend on how the bytes arrive', async () => {
  const text = Array.from({ length: 40 }, (_, at) => `${'x'.repeat(at % 9)}`).join('\n')
  const whole = await batchesOf([text])
  expect(await batchesOf(text.split(''))).toEqual(whole)
  expect(await batchesOf(text.match(/[\s\S]{1,7}/g) ?? [])).toEqual(whole)
  expect(whole.join('')).toBe(text)
})

test('a line longer than a batch is a batch of its own', async () => {
  expect(await batchesOf(['x'.repeat(25), '\nyy\n'])).toEqual([`${'x'.repeat(25)}\n`, 'yy\n'])
})

test('a row without a line end is refused at the limit', async () => {
  await expect(batchesOf(Array.from({ length: 50 }, () => 'x'))).rejects.toMatchObject({ code: 168 })
})
