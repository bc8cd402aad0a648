/** Explanations over ten million messages: one window with each fault, after a week of the shop, against that week. */
import { fileURLToPath } from 'node:url'
import { demoGelf } from '@logyard/codecs/demo/demo-message'
import { createDice, seededFractions } from '@logyard/codecs/demo/dice'
import { FAULT_KINDS, shopFault } from '@logyard/codecs/demo/shop-faults'
import { explainMessages } from '@logyard/contract/search/explanations'
import { shopMinutes } from '@logyard/server/search/testing/fault-windows'
import { connectGelf } from '../../bin/demo/gelf-sender.ts'
import { quantile } from './median.ts'
import { processorMs } from './process-figures.ts'
import { searchData, startSearchTarget, whenQuiet } from './search-data.ts'

const MESSAGES = 10_000_000
const QUICK_MESSAGES = 1_000_000
const MINUTES = 12
const MINUTE_MS = 60_000
const ROUNDS = 7
const KEPT = fileURLToPath(new URL('../../.cache/bench-search', import.meta.url))

export async function benchExplain(
  print: (line: string) => void,
  { isQuick, isFresh }: { readonly isQuick: boolean; readonly isFresh: boolean },
): Promise<void> {
  const messages = isQuick ? QUICK_MESSAGES : MESSAGES
  const data = await searchData(KEPT, { messages, isFresh, print, run: 'explain' })
  await using target = await startSearchTarget(data.folder)
  const windows = [...FAULT_KINDS, undefined].map((kind, at) => {
    const fromMs = data.toMs + (1 + at * (MINUTES + 1)) * MINUTE_MS
    const fault = kind === undefined ? undefined : shopFault(kind, createDice(seededFractions(at)))
    return {
      name: kind ?? 'no fault',
      fromMs,
      sent: shopMinutes(at, fromMs, MINUTES, { fault, hasJobs: false }),
      causes: fault?.causes ?? [],
    }
  })
  await using sender = await connectGelf('127.0.0.1', data.inputPort)
  for (const { sent } of windows) for (const message of sent) await sender.send(demoGelf(message))
  await sender.flush()
  await whenQuiet(target.store, data.messages + windows.reduce((sum, { sent }) => sum + sent.length, 0))
  const rangeOf = (fromMs: number, toMs: number) => ({
    type: 'absolute' as const,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  })
  for (const { name, fromMs, causes } of windows) {
    const toMs = fromMs + MINUTES * MINUTE_MS - 1
    const body = { timerange: rangeOf(data.fromMs, toMs), inside: { timerange: rangeOf(fromMs, toMs) } }
    const times: number[] = []
    let sentence = ''
    const processorBeforeMs = processorMs(target.enginePid())
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAtMs = performance.now()
      const answer = await target.call(explainMessages, { body })
      times.push(performance.now() - startedAtMs)
      sentence = answer.sentence
    }
    const [median, worst] = [quantile(times, 0.5).toFixed(0), Math.max(...times).toFixed(0)]
    const processor = ((processorMs(target.enginePid()) - processorBeforeMs) / ROUNDS).toFixed(0)
    print(
      `${name} (${causes.join(', ')}): median ${median} ms, ${worst} ms at most, ${processor} ms of the engine's processor time: ${sentence}`,
    )
  }
}
