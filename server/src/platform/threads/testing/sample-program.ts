/** The program of the threads of tests: functions that misbehave in the ways that hostile bytes cause. */
import { getPriority } from 'node:os'
import { connectCalls } from '../thread-calls.ts'
import { ownerPort, threadData } from '../thread-data.ts'

const { step } = threadData<{ readonly step: number }>()

const functions = {
  add: (value: number) => value + step,
  fail: (sentence: string) => Promise.reject(new Error(sentence)),
  /** The nice value of this thread. */
  priority: () => getPriority(0),
  environment: () => Object.keys(process.env),
  /** An exception that no caller awaits, as in the handler of a socket. */
  throwLater: () =>
    new Promise(() => {
      setTimeout(() => {
        throw new Error('read past the end')
      }, 1)
    }),
  /** Uses a core for so long, without a turn of the event loop. */
  spin: (milliseconds: number) => {
    const before = process.threadCpuUsage()
    let used = process.threadCpuUsage(before)
    while (used.user + used.system < milliseconds * 1000) used = process.threadCpuUsage(before)
  },
  loopForever: () => {
    for (;;) Math.random()
  },
  /** The step in which a large map grows needs more than the headroom of a heap limit. */
  growMap: () => {
    const map = new Map<number, number>()
    for (let at = 0; ; at += 1) map.set(at, at)
  },
  growBuffers: () => {
    const buffers: Uint8Array[] = []
    for (;;) buffers.push(new Uint8Array(2 ** 20).fill(1))
  },
  untilCancelled: (_input: undefined, signal: AbortSignal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        calls.tell('note', 'cancelled')
        resolve(undefined)
      })
    }),
  doubleByOwner: (value: number): Promise<number> => calls.call('double', value),
}

export type SampleFunctions = typeof functions

const calls = connectCalls<SampleOwner>(ownerPort(), functions)

export interface SampleOwner extends Record<string, (input: never, signal: AbortSignal) => unknown> {
  readonly double: (value: number) => number
  readonly note: (text: string) => void
}
