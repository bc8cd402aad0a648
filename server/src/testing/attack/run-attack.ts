/** Makes the calls of a plan, some at a time, and keeps what was wrong. */
import { setTimeout } from 'node:timers/promises'
import { allOperations } from '@logyard/contract/operations'
import type { AttackedWorld } from './attacked-world.ts'
import { type Answered, type Attempt, asCurl, LIMIT_MS, send } from './attempt.ts'
import { followUps } from './follow-ups.ts'
import { wrongWith } from './judge.ts'

export interface AttackReport {
  readonly calls: number
  /** One for each operation and kind of fault, with the first call that showed it. */
  readonly findings: readonly string[]
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>
}

const AT_ONCE = 6
/** As executions say it of themselves. */
const UNDONE = /"execution":\{"done":false/
const PAUSE_MS = 50
/** A search is stored, executed, and its job is read. */
const MAX_FOLLOWED = 2
/** Calls between two rounds of messages that arrive meanwhile. */
const CALLS_BETWEEN_MESSAGES = 200

export async function runAttack(world: AttackedWorld, plan: Iterable<Attempt>): Promise<AttackReport> {
  const findings = new Map<string, string>()
  const statuses = new Map<number, number>()
  let calls = 0

  async function tryOne(attempt: Attempt, followed: number): Promise<void> {
    calls += 1
    if (calls % CALLS_BETWEEN_MESSAGES === 0) await world.sendMore()
    const answered = await sendUntilDone(world, attempt).catch((error: unknown) => String(error))
    const wrong = typeof answered === 'string' ? `gets no answer: ${answered}` : wrongWith(attempt, answered)
    if (wrong !== undefined) {
      const key = `${attempt.op.id} ${wrong.slice(0, 40)} ${attempt.about.replace(/^.*[.+]/, '')}`
      // Told at once: an attack of a soak takes hours.
      if (!findings.has(key)) console.log(sentence(attempt, wrong))
      if (!findings.has(key)) findings.set(key, sentence(attempt, wrong))
    }
    if (typeof answered === 'string') return
    statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1)
    if (followed === MAX_FOLLOWED) return
    for (const next of followUps(attempt, answered, allOperations)) await tryOne(next, followed + 1)
  }

  const queue = plan[Symbol.iterator]()
  const work = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) await tryOne(next.value, 0)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { calls, findings: [...findings.values()].toSorted(leaksFirst), statuses }
}

/** A running execution is polled until it is done, because its results are what it could give away. */
async function sendUntilDone(world: AttackedWorld, attempt: Attempt): Promise<Answered> {
  const late = AbortSignal.timeout(LIMIT_MS)
  for (;;) {
    const answered = await sendSignedIn(world, attempt)
    if (attempt.op.method !== 'GET' || late.aborted || !UNDONE.test(answered.text)) return answered
    await setTimeout(PAUSE_MS)
  }
}

/** Again after a sign-out: each of the calls that run beside this one may be a sign-out, too. */
async function sendSignedIn({ receiver, sendMore }: AttackedWorld, attempt: Attempt): Promise<Answered> {
  let answered = await send(receiver.url, attempt, sendMore)
  for (let signOuts = 0; signOuts < AT_ONCE; signOuts += 1) {
    if (answered.status !== 401 || attempt.caller.credentials === undefined) return answered
    await attempt.caller.credentials.renew()
    answered = await send(receiver.url, attempt, sendMore)
  }
  return answered
}

const leaksFirst = (one: string, other: string) => Number(isLeak(other)) - Number(isLeak(one))
const isLeak = (finding: string) => finding.includes('gives away')

const sentence = (attempt: Attempt, wrong: string) =>
  `${attempt.op.id} as ${attempt.caller.name}, ${attempt.about}: ${wrong}\n  ${asCurl(attempt)}`
