/** Which calls an attack makes of one operation as one caller. */
import type { OperationSpec } from '@logyard/contract/http/operation'
import { createRandom, type Random } from '../../search/testing/random-queries.ts'
import type { Attempt } from './attempt.ts'
import { baseValue } from './base-values.ts'
import type { Caller } from './callers.ts'
import { pathParameters } from './entity-kinds.ts'
import { hostileTexts } from './hostile-values.ts'
import { ownOf } from './known-entities.ts'
import { type Attacker, type Probe, probesOf } from './probes.ts'
import { isSchema, type Schema } from './shapes.ts'

export interface Extent {
  /** At most this many requests that the contract refuses, each with another place and key. */
  readonly breaches: number
  /** At most this many other requests for each operation. */
  readonly others: number
  /**
   * How many names of the contract are tried as keys that an operation does not name; other ones for each operation.
   * With all of them, a plan takes half a minute.
   */
  readonly names: number
}

/** The hostile leaf of an extra key is at most so deep in it, to be tried in any case. */
const SHALLOW = 2

const NOWHERE = { name: '', title: '' }

/** Fails with what to add when a path parameter cannot be filled. */
export function paramsOf(op: OperationSpec, caller: Caller): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pathParameters(op.path).map(({ name, kind }) => {
      const id = ownOf(caller.known, kind)
      if (id !== undefined) return [name, id]
      throw new Error(
        `The standing attack knows no ${kind} for {${name}} of ${op.id} (${op.path}). ` +
          `Add \`${kind}: [<id>]\` to \`ids\` in server/src/testing/attack/foreign-entities.ts, or to WORDS in attacked-world.ts.`,
      )
    }),
  )
}

export function baseAttempt(
  op: OperationSpec,
  caller: Caller,
  accept = op.produces?.[0] ?? 'application/json',
): Attempt {
  return {
    op,
    caller,
    params: paramsOf(op, caller),
    query: isSchema(op.query) ? pairsOf(baseValue(op.query, NOWHERE, caller.known)) : [],
    body: isSchema(op.body) ? baseValue(op.body, NOWHERE, caller.known) : undefined,
    accept,
    about: 'a valid request',
  }
}

export function planAttack(
  op: OperationSpec,
  attacker: Attacker,
  caller: Caller,
  extent: Extent,
  seed: number,
): readonly Attempt[] {
  const base = baseAttempt(op, caller)
  const random = createRandom(seed ^ hashOf(op.id + caller.name))
  const formats = op.produces ?? [base.accept]
  const attempts = formats.map((accept) => ({ ...base, accept }))
  attempts.push(...withOtherParams(base, random, extent))
  const tried = { ...attacker, names: sample(attacker.names, extent.names, random) }
  for (const part of ['body', 'query'] as const) {
    const schema = op[part]
    if (!isSchema(schema)) continue
    for (const probe of chosen(schema, tried, extentOf(op, extent), random)) {
      const value = probe.make()
      const accept = random.pick(formats)
      const about = `${part}${probe.place} (${probe.kind})`
      if (part === 'body') attempts.push({ ...base, body: value, accept, about })
      else if (typeof value === 'object' && value !== null)
        attempts.push({ ...base, query: pairsOf(value), accept, about })
    }
  }
  return attempts
}

/** Where a permission is missing, the body is not even read. */
const extentOf = ({ access }: OperationSpec, extent: Extent): Extent =>
  access.kind === 'holds' ? { ...extent, breaches: Math.min(extent.breaches, extent.others) } : extent

/** All ids of others in each place of the path, and some texts that are no ids. */
function withOtherParams(base: Attempt, random: Random, { others }: Extent): readonly Attempt[] {
  const { known } = base.caller
  return pathParameters(base.op.path).flatMap(({ name, kind }) => {
    const own = known.own[kind] ?? []
    const texts = sample(hostileTexts(known), Math.min(others, 8), random).filter(
      ({ value }) => !/^[.\s]*$/.test(value),
    )
    const values = [
      ...own.slice(1),
      ...(known.foreign[kind] ?? []),
      ...texts.map(({ value }) => value.slice(0, MAX_TEXT)),
    ]
    return values.map((value) => ({ ...base, params: { ...base.params, [name]: value }, about: `path {${name}}` }))
  })
}

function chosen(schema: Schema, attacker: Attacker, { breaches, others }: Extent, random: Random): readonly Probe[] {
  const byPlace = new Map<string, { probe: Probe; seen: number }>()
  const rest: Probe[] = []
  let seen = 0
  for (const probe of probesOf(schema, NOWHERE, attacker)) {
    const key = probe.isBreach && isShallow(probe) ? `${probe.place} ${probe.kind}` : undefined
    if (key !== undefined) {
      const before = byPlace.get(key)
      if (before === undefined) byPlace.set(key, { probe, seen: 1 })
      else if (random.below(++before.seen) === 0) before.probe = probe
    } else if (rest.length < others) rest.push(probe)
    else {
      const at = random.below(++seen + others)
      if (at < others) rest[at] = probe
    }
  }
  const always = [...byPlace.values()].map(({ probe }) => probe)
  // There are few ids of others and many extra keys: only keys are left out when they are too many.
  const ids = always.filter(({ kind }) => kind === 'foreign-id')
  const keys = always.filter(({ kind }) => kind !== 'foreign-id')
  const keysWithId = sample(keys.filter(holdsId), Math.ceil(breaches / 2), random)
  const otherKeys = keys.filter((probe) => !holdsId(probe))
  return [...ids, ...keysWithId, ...sample(otherKeys, breaches - keysWithId.length, random), ...rest]
}

/** `+streams[]=<id>`: an id of somebody else under an extra key. */
const holdsId = ({ place }: Probe) => /\+[^.]*=/.test(place)

const isShallow = ({ place }: Probe) => (place.split('+')[1] ?? '').split('.').length <= SHALLOW

function sample<T>(list: readonly T[], count: number, random: Random): readonly T[] {
  const left = [...list]
  while (left.length > count) left.splice(random.below(left.length), 1)
  return left
}

function pairsOf(value: unknown): readonly (readonly [string, string])[] {
  return Object.entries(Object(value)).flatMap(([name, each]) =>
    (Array.isArray(each) ? each.slice(0, 20) : [each]).map((one) => [name.toWellFormed(), textOf(one)] as const),
  )
}

/** Characters in the address: a longer one is refused before anything sees it. */
const MAX_TEXT = 1000

const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, MAX_TEXT).toWellFormed()

function hashOf(text: string): number {
  let hash = 7
  for (const character of text) hash = Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)
  return hash
}
