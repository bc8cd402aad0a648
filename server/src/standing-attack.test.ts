/**
 * Every operation of the contract, every field of its request, by callers of every kind, with hostile values: no
 * response holds data that the caller may not see, nothing breaks, and data of others is unchanged. The calls are
 * generated from the contract, so a new operation is attacked without a change here. `ATTACK_SEED` repeats an attack,
 * `ATTACK_ONLY` narrows it to operations whose ids match.
 */
import { allOperations } from '@logyard/contract/operations'
import { afterAll, expect, test } from 'vitest'
import { type AttackedWorld, startAttackedWorld } from './testing/attack/attacked-world.ts'
import { send } from './testing/attack/attempt.ts'
import { FOREIGN_WORDS, findCanary } from './testing/attack/canaries.ts'
import { contractNames } from './testing/attack/contract-names.ts'
import { takeInventory } from './testing/attack/inventory.ts'
import { baseAttempt, type Extent, paramsOf, planAttack } from './testing/attack/plan-attack.ts'
import { runAttack } from './testing/attack/run-attack.ts'
import { rounds } from './testing/rounds.ts'

const SEED = Number(process.env['ATTACK_SEED'] ?? Math.floor(Date.now() / 1000))
const ONLY = new RegExp(process.env['ATTACK_ONLY'] ?? '')
const MINUTE_MS = 60_000
const PATIENCE = { timeout: rounds(10, 240) * MINUTE_MS }
/** The most faults that a failed test prints; each of them is a vulnerability. */
const SHOWN = 20
/** Fewer would mean that there was too little data to leak. */
const GIVEN_TO_ADMIN = 30

let world: AttackedWorld
let inventory: ReadonlyMap<string, string>
afterAll(() => world?.[Symbol.asyncDispose]())

test('the attack knows an id for each place in the paths of all operations', PATIENCE, async () => {
  world = await startAttackedWorld()
  for (const op of allOperations) for (const caller of [...world.callers, world.admin]) paramsOf(op, caller)
  inventory = await takeInventory(world)
  expect(inventory.size).toBeGreaterThan(15)
})

test('many operations return protected data to the administrator, so a leak would show', PATIENCE, async () => {
  const { admin, receiver, sendMore } = world
  const safe = allOperations.filter(({ method, area }) => method === 'GET' || (method === 'POST' && area === 'search'))
  const giving: string[] = []
  for (const op of safe) {
    const { status, text } = await send(receiver.url, baseAttempt(op, admin), sendMore)
    expect(status, `${op.id}: ${text.slice(0, 300)}`).toBeLessThan(500)
    expect(findCanary(text, admin.canaries), op.id).toBeUndefined()
    if (findCanary(text, FOREIGN_WORDS) !== undefined) giving.push(op.id)
  }
  expect(giving.length, giving.join(' ')).toBeGreaterThanOrEqual(GIVEN_TO_ADMIN)
})

const names = rounds(30, Number.POSITIVE_INFINITY)
/** Names that a stranger tries as further keys. An operation is sent one of them, and few operations read it. */
const FEW_NAMES = rounds(4, Number.POSITIVE_INFINITY)
const EXTENTS: readonly (readonly [string, Extent])[] = [
  ['nobody', { names: FEW_NAMES, breaches: 0, others: rounds(1, 20) }],
  ['outsider', { names, breaches: rounds(1, 100), others: rounds(1, 50) }],
  ['reader', { names, breaches: rounds(1, 100), others: rounds(1, 50) }],
  ['viewer', { names, breaches: rounds(40, 5000), others: rounds(2, 400) }],
]

test.each(EXTENTS)('%s gets no data of others, and breaks nothing', PATIENCE, async (name, extent) => {
  const caller = world.callers.find((each) => each.name === name)
  if (caller === undefined) throw new Error(`there is no caller ${name}`)
  const attacker = { known: caller.known, names: contractNames(allOperations, caller.known) }
  const plan = (function* () {
    for (const op of allOperations) if (ONLY.test(op.id)) yield* planAttack(op, attacker, caller, extent, SEED)
  })()
  const began = Date.now()
  const { calls, findings, statuses } = await runAttack(world, plan)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`${name}: ${calls} calls in ${seconds} s, answers ${JSON.stringify(Object.fromEntries(statuses))}`)
  expect(findings.slice(0, SHOWN).join('\n'), `ATTACK_SEED=${SEED}`).toBe('')
})

test('everything that the administrator owns is unchanged', async () => {
  const after = await takeInventory(world)
  expect(Object.fromEntries(after)).toEqual(Object.fromEntries(inventory))
})

test('all credentials used by the attack are still valid', async () => {
  for (const { name, credentials } of world.callers) {
    if (credentials === undefined) continue
    await credentials.renew()
    const { status } = await world.ask('GET', '/system/cluster/nodes', undefined, credentials.header())
    expect(status, name).toBe(200)
  }
})

test('the server sent no request on behalf of an attacker to another server on this machine', () => {
  expect(world.lured).toEqual([])
})

test('the log holds no secret, no failed SQL and no unexpected error', () => {
  const lines = world.receiver.server.output().split('\n')
  const bad = lines.filter(
    (line) =>
      /"level":(?:50|60)|DB::Exception|"level":"(?:error|fatal)"/.test(line) || findCanary(line, world.admin.canaries),
  )
  expect(bad.slice(0, SHOWN).map((line) => line.slice(0, 1000))).toEqual([])
})
