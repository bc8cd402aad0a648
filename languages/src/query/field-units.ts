/** Values with a unit, such as `1s` and `10MB`, for number fields whose names say their unit: `took_ms`, `size_bytes`. */

export type UnitKind = 'time' | 'size'

export interface FieldUnit {
  readonly kind: UnitKind
  /** Factor in nanoseconds or bytes. */
  readonly factor: number
}

const SECOND = 1e9
const TIME: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: SECOND,
  sec: SECOND,
  min: 60 * SECOND,
  h: 3600 * SECOND,
  d: 86_400 * SECOND,
}
const SIZE: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
}
/** Words at the end of names; the short ones need a separator before them. */
const NAME_UNITS: readonly (readonly [name: RegExp, unit: FieldUnit])[] = [
  [/(?:^|[_.-])(?:ns|nanos(?:econds)?)$/, { kind: 'time', factor: 1 }],
  [/(?:^|[_.-])(?:us|micros(?:econds)?)$/, { kind: 'time', factor: 1e3 }],
  [/(?:^|[_.-])(?:ms|msecs?|millis(?:econds)?)$|[a-z](?:Ms|Millis|Milliseconds)$/, { kind: 'time', factor: 1e6 }],
  [/[_.-]s$|(?:^|[_.-])(?:secs?|seconds)$|[a-z]Seconds$/, { kind: 'time', factor: SECOND }],
  [/[_.-]min$|(?:^|[_.-])minutes$|[a-z]Minutes$/, { kind: 'time', factor: 60 * SECOND }],
  [/(?:^|[_.-])bytes$|[a-z]Bytes$/, { kind: 'size', factor: 1 }],
  [/[_.-]kb$/, { kind: 'size', factor: 1e3 }],
  [/[_.-]mb$/, { kind: 'size', factor: 1e6 }],
  [/[_.-]gb$/, { kind: 'size', factor: 1e9 }],
  [/[_.-]kib$/, { kind: 'size', factor: 2 ** 10 }],
  [/[_.-]mib$/, { kind: 'size', factor: 2 ** 20 }],
  [/[_.-]gib$/, { kind: 'size', factor: 2 ** 30 }],
]
const QUANTITY = /^([+-]?\d{1,15}(?:\.\d{1,9})?)([a-zµμ]{1,3})$/i

/** The same object for each unit. */
export const unitOfField = (name: string): FieldUnit | undefined => NAME_UNITS.find(([end]) => end.test(name))?.[1]

/** The number in the field's unit, as it is written in queries; `undefined` for texts and units of another kind. */
export function readQuantity(text: string, unit: FieldUnit): string | undefined {
  const [, digits = '', written = ''] = QUANTITY.exec(text) ?? []
  const units = unit.kind === 'time' ? TIME : SIZE
  const name = written.toLowerCase()
  const factor = Object.hasOwn(units, name) ? units[name] : undefined
  if (factor === undefined) return undefined
  // Rounded, because 0.1 and 1e9 are not exact together.
  const number = Number(((Number(digits) * factor) / unit.factor).toPrecision(15))
  return String(number)
}

/** Whether the text is a number with a unit of any kind. */
export function hasUnit(text: string): boolean {
  const unit = QUANTITY.exec(text)?.[2]?.toLowerCase() ?? ''
  return Object.hasOwn(TIME, unit) || Object.hasOwn(SIZE, unit)
}
