/** Values that a schema may be given by an attacker: valid but for one place, which holds something hostile. */
import { baseObject, baseValue, type Spot } from './base-values.ts'
import type { ContractName, HostileForm } from './contract-names.ts'
import { kindOfProperty } from './entity-kinds.ts'
import { type HostileKind, HUGE_LIST, hostileNumbers, hostileTexts, wrongTypes } from './hostile-values.ts'
import { foreignIds, type KnownEntities, LOCAL_ID } from './known-entities.ts'
import { type ObjectShape, type Schema, type Shape, shapesOf } from './shapes.ts'

/** `extra-key`: a key that the schema does not name. `foreign-id`: the id of an entity of somebody else. */
export type ProbeKind = HostileKind | 'foreign-id' | 'extra-key' | 'map-key'

export interface Probe {
  /** `queries.part.search_types.part+streams` */
  readonly place: string
  readonly kind: ProbeKind
  /** Makes the value: there are a million of them, and only those that are sent are made. */
  readonly make: () => unknown
  /** Refused wherever the contract names the property, so what takes it takes what nobody checked. */
  readonly isBreach: boolean
}

export interface Attacker {
  readonly known: KnownEntities
  /** All names of properties in the contract, with what is hostile under them. */
  readonly names: readonly ContractName[]
}

const MAX_DEPTH = 12

export function* probesOf(schema: Schema, spot: Spot, attacker: Attacker, depth = 0): Iterable<Probe> {
  if (depth > MAX_DEPTH) return
  const shapes = shapesOf(schema)
  for (const shape of shapes) yield* probesOfShape(shape, spot, attacker, depth)
  if (!shapes.some(({ kind }) => kind === 'anything')) {
    for (const { kind, value } of wrongTypes) yield { place: '', kind, make: () => value, isBreach: false }
  }
}

function* probesOfShape(shape: Shape, spot: Spot, attacker: Attacker, depth: number): Iterable<Probe> {
  switch (shape.kind) {
    case 'object':
      return yield* probesOfObject(shape, attacker, depth)
    case 'array':
      return yield* probesOfArray(shape.items, spot, attacker, depth)
    case 'number':
      return yield* plain([...hostileNumbers, ...hostileTexts(attacker.known).filter(({ kind }) => kind === 'sql')])
    case 'string':
      return yield* probesOfText(spot, attacker)
    case 'constant':
      // Each value once, and then what it must not be.
      for (const value of shape.values) yield { place: '', kind: 'text', make: () => value, isBreach: false }
      return yield* plain(hostileTexts(attacker.known).filter(({ kind }) => kind === 'sql' || kind === 'text'))
    case 'anything':
      yield* plain([...wrongTypes, ...hostileNumbers])
      yield* probesOfText(spot, attacker)
      for (const probe of extraKeys({ type: 'relative' }, attacker)) yield { ...probe, isBreach: false }
      return
    case 'boolean':
    case 'null':
      return
    default:
      return shape satisfies never
  }
}

function* plain(values: readonly { readonly kind: HostileKind; readonly value: unknown }[]): Iterable<Probe> {
  for (const { kind, value } of values) yield { place: '', kind, make: () => value, isBreach: false }
}

function* probesOfText(spot: Spot, { known }: Attacker): Iterable<Probe> {
  const mine = known.foreign[kindOfProperty(spot)] ?? []
  for (const value of mine) yield { place: '', kind: 'foreign-id', make: () => value, isBreach: true }
  for (const value of foreignIds(known)) {
    if (!mine.includes(value)) yield { place: '', kind: 'foreign-id', make: () => value, isBreach: false }
  }
  yield* plain(hostileTexts(known))
}

function* probesOfArray(items: Schema, spot: Spot, attacker: Attacker, depth: number): Iterable<Probe> {
  const { known } = attacker
  const base = baseValue(items, spot, known)
  for (const probe of probesOf(items, spot, attacker, depth + 1)) {
    yield { ...probe, make: () => [probe.make()] }
    if (probe.isBreach) yield { ...probe, place: `${probe.place}[1]`, make: () => [base, probe.make()] }
  }
  yield { place: '', kind: 'size', make: () => Array.from({ length: HUGE_LIST }, () => base), isBreach: false }
}

function* probesOfObject(shape: ObjectShape, attacker: Attacker, depth: number): Iterable<Probe> {
  const { known } = attacker
  const base = baseObject(shape, known)
  for (const [name, schema] of Object.entries(shape.properties)) {
    for (const probe of probesOf(schema, { name, title: shape.title }, attacker, depth + 1)) {
      yield { ...probe, place: `.${name}${probe.place}`, make: () => ({ ...base, [name]: probe.make() }) }
    }
  }
  if (shape.values !== undefined) yield* probesOfMap(shape, shape.values, attacker, depth)
  if (shape.isOpen) yield* extraKeys(base, attacker)
  else for (const name of ['streams', '__proto__']) yield withKey(base, name, closedTo(known))
}

function* probesOfMap(shape: ObjectShape, values: Schema, attacker: Attacker, depth: number): Iterable<Probe> {
  const { known } = attacker
  const spot = { name: LOCAL_ID, title: shape.title }
  for (const probe of probesOf(values, spot, attacker, depth + 1)) {
    yield { ...probe, place: `.${LOCAL_ID}${probe.place}`, make: () => ({ [LOCAL_ID]: probe.make() }) }
  }
  const base = baseValue(values, spot, known)
  for (const { value } of hostileTexts(known)) {
    yield { place: '.*', kind: 'map-key', make: () => ({ [value]: base }), isBreach: false }
  }
}

const closedTo = ({ foreignStream }: KnownEntities): HostileForm => ({
  value: foreignStream,
  leaf: '',
  isBreach: false,
})

function* extraKeys(base: object, { names }: Attacker): Iterable<Probe> {
  for (const { name, forms } of names) for (const form of forms) yield withKey(base, name, form)
}

const withKey = (base: object, name: string, { value, leaf, isBreach }: HostileForm): Probe => ({
  place: `+${leaf === '' ? name : leaf}`,
  kind: 'extra-key',
  make: () => ({ ...base, [name]: value }),
  isBreach,
})
