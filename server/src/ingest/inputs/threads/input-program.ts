/** The program of the thread of one input: runs its transport, and delivers messages to the main thread. */
import { systemClock } from '../../../platform/clock.ts'
import { createIds } from '../../../platform/ids.ts'
import { createLog } from '../../../platform/log.ts'
import { lineLevelOf } from '../../../platform/server-log/server-log.ts'
import { connectCalls } from '../../../platform/threads/thread-calls.ts'
import { ownerPort, threadData } from '../../../platform/threads/thread-data.ts'
import { type RunningTransport, runTransport } from '../run-transport.ts'
import { createConnectionRoom } from '../transports/connection-room.ts'
import { InputFailure } from '../transports/transport.ts'
import { createDeliveredJournal } from './delivered-journal.ts'
import { createForwardedMetrics } from './forwarded-metrics.ts'
import type { InputOwnerCalls, InputThreadCalls, InputThreadData, StartOutcome } from './input-calls.ts'
import { readJournalGauge } from './journal-gauge.ts'

/** Between two looks at metrics that change without messages, such as open connections. */
const FIGURES_MS = 200

const { run, gauge: gaugeMemory, room } = threadData<InputThreadData>()
const clock = systemClock
const gauge = readJournalGauge(gaugeMemory)
const metrics = createForwardedMetrics(() => journal.deliverSoon())
let transport: RunningTransport | undefined
let hasNewSigns = false

const journal = createDeliveredJournal({ deliver, roomBytes: gauge.roomBytes, clock })

function deliver(block: Uint8Array<ArrayBuffer> | undefined, number: number): void {
  const signs = hasNewSigns ? transport?.signs() : undefined
  const changes = metrics.take()
  if (block === undefined && signs === undefined && changes.length === 0) return
  if (signs !== undefined) hasNewSigns = false
  owner.tell('deliver', { metrics: changes, signs, block, number }, block === undefined ? [] : [block.buffer])
}

const log = createLog('info', {
  write(line) {
    const { level, time: _time, msg, ...facts }: Readonly<Record<string, unknown>> = JSON.parse(line)
    owner.tell('log', { level: lineLevelOf(level), text: String(msg), facts })
  },
})

async function start(): Promise<StartOutcome> {
  try {
    transport = await runTransport(run, {
      journal,
      metrics,
      throttle: gauge,
      room: createConnectionRoom(room),
      log,
      clock,
      ids: createIds(clock.now),
      onFailure: (error) => owner.tell('failed', error.message),
      onTrouble: (text) => owner.tell('trouble', text),
      onSign() {
        hasNewSigns = true
        journal.deliverSoon()
      },
    })
    clock.every(FIGURES_MS, journal.deliverSoon)
    // The metrics of an input exist as soon as it has started.
    journal.deliverNow()
    return { kind: 'started', port: transport.port }
  } catch (error) {
    if (!(error instanceof InputFailure)) throw error
    return { kind: 'failed', reason: error.message, isTemporary: error.isTemporary }
  }
}

async function stop(): Promise<void> {
  await transport?.[Symbol.asyncDispose]()
  journal.deliverNow()
}

const functions: InputThreadCalls = { start, stop, flushed: journal.noteFlushed }
const owner = connectCalls<InputOwnerCalls>(ownerPort(), functions)
