/** Compares documents that are not parsed with the same documents parsed. */
import type { Codec } from '@logyard/codecs/codec'
import { expect } from 'vitest'
import { createBlockBuilder } from '../../../../ingest/journal/journal-block.ts'
import { systemClock } from '../../../../platform/clock.ts'
import { testOrigin } from '../../../../testing/journal-messages.ts'
import { type TestSettings, testSettings } from '../../../../testing/processing-settings.ts'
import { readRows } from '../../../../testing/read-rows.ts'
import { testBlockProcessor } from '../../../../testing/test-block-processor.ts'
import type { BlockResult } from '../../block-result.ts'

export const RECEIVED_AT_MS = Date.UTC(2026, 2, 1, 9)
/** Messages without a valid time get the same one both ways. */
const CLOCK = { ...systemClock, now: () => new Date(RECEIVED_AT_MS + 60_000) }

/** Counts the documents that are taken before the codec parses them. */
function countingCodec(counted: Codec): { readonly codec: Codec; taken(): number } {
  let taken = 0
  const create: Codec['create'] = (configuration) => {
    const decode = counted.create(configuration)
    return (raw, visitor) => {
      if (visitor === undefined) return decode(raw)
      const take: typeof visitor.take = (document) => {
        const isTaken = visitor.take(document)
        taken += Number(isTaken)
        return isTaken
      }
      return decode(raw, { take, message: (message) => visitor.message(message) })
    }
  }
  return { codec: { ...counted, create }, taken: () => taken }
}

/** The same codec, which has every document parsed. */
const parsingCodec = (codec: Codec): Codec => ({
  ...codec,
  create(configuration) {
    const decode = codec.create(configuration)
    return (raw) => decode(raw)
  },
})

/** What a result says, without measured times. */
const contentOf = ({ elapsedMs: _elapsed, rows, origins, ruleTimes, outputs, pipelines, ...rest }: BlockResult) => ({
  ...rest,
  rows: readRows(rows),
  pipelines: { ...pipelines, times: undefined },
  origins: origins.map(({ decodeMs: _ms, ...origin }) => origin),
  ruleTimings: Array.from(ruleTimes, ([rule, { timings }]) => [rule, timings]),
  outputs: outputs.map(({ bytes, ...output }) => ({ ...output, text: Buffer.from(bytes).toString() })),
})

/** Returns a function that processes the payloads of each block both ways, and returns how many documents were taken. */
export const compareWays =
  (tried: Codec) =>
  (blocks: readonly (readonly Uint8Array[])[], settings: TestSettings, configuration = {}): number => {
    const origin = { ...testOrigin, codec: tried.id, configuration }
    const { codec, taken } = countingCodec(tried)
    const processors = [codec, parsingCodec(tried)].map((one) => {
      const processor = testBlockProcessor({ codecs: [one], clock: CLOCK })
      processor.configure(testSettings(settings))
      return processor
    })
    let offset = 0
    for (const [sequence, payloads] of blocks.entries()) {
      const [ours, theirs] = processors.map((processor) => {
        const builder = createBlockBuilder(0)
        for (const [at, payload] of payloads.entries()) {
          const remoteAddress = at % 5 === 4 ? '' : `10.0.0.${at}`
          const raw = { payload, receivedAtMs: RECEIVED_AT_MS + at, remoteAddress, remotePort: 514 }
          builder.add(origin, raw)
        }
        const result = processor.process({ sequence, firstOffset: offset, bytes: builder.finish(), skips: [] })
        if (result instanceof Promise) throw new Error('a message waits')
        // As the main thread does: what a field has first is usual.
        processor.learn(result.seenFields.fields.map(({ index, field, first }) => ({ index, field, usual: first })))
        return contentOf(result)
      })
      expect(ours).toEqual(theirs)
      offset += payloads.length
    }
    return taken()
  }
