import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf, processorMs } from '../process-figures.ts'

const SAMPLE_MS = 1000
/** Processor time of an idle product per sample: a server looks for work all the time. */
const IDLE_MS = 100
const IDLE_SAMPLES = 3
const WITHIN_MS = 300_000

/** Resolves once a process and its descendants hardly work any more, such as after merges in the background. */
export async function whenIdle(pid: number): Promise<void> {
  const used = () => processesOf(pid).reduce((sum, each) => sum + processorMs(each), 0)
  const endMs = performance.now() + WITHIN_MS
  let before = used()
  for (let idle = 0; idle < IDLE_SAMPLES && performance.now() < endMs; ) {
    await sleep(SAMPLE_MS)
    const now = used()
    idle = now - before <= IDLE_MS ? idle + 1 : 0
    before = now
  }
}
