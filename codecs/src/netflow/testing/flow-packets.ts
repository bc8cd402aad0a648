/** Encodes packets as exporters do. Tests can falsify lengths. */

export type Bytes = readonly number[] | Uint8Array
/** Number, length and, for fields of a vendor, enterprise. */
export type TestField = readonly [id: number, length: number, enterprise?: number]

export const u16 = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff]
export const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)]
export const ip = (address: string): number[] => address.split('.').map(Number)
export const text = (value: string, length: number): number[] => [
  ...Buffer.alloc(length, 0).fill(value, 0, value.length),
]

/** 2026-06-15T10:00:00Z. */
export const EXPORTED_AT = 1_781_517_600
export const UPTIME_MS = 3_600_000

const padded = (bytes: readonly number[]) => [...bytes, ...Array<number>((4 - (bytes.length % 4)) % 4).fill(0)]

export const set = (id: number, body: Bytes, length = 4 + body.length): number[] => [
  ...u16(id),
  ...u16(length),
  ...body,
]

const fieldBytes = (fields: readonly TestField[]) =>
  fields.flatMap(([id, length, enterprise]) =>
    enterprise === undefined ? [...u16(id), ...u16(length)] : [...u16(id | 0x8000), ...u16(length), ...u32(enterprise)],
  )

export const template9 = (id: number, fields: readonly TestField[]) =>
  set(0, [...u16(id), ...u16(fields.length), ...fieldBytes(fields)])
export const options9 = (id: number, scope: readonly TestField[], fields: readonly TestField[]) =>
  set(
    1,
    padded([...u16(id), ...u16(scope.length * 4), ...u16(fields.length * 4), ...fieldBytes([...scope, ...fields])]),
  )
export const template10 = (id: number, fields: readonly TestField[]) =>
  set(2, [...u16(id), ...u16(fields.length), ...fieldBytes(fields)])
export const options10 = (id: number, scope: readonly TestField[], fields: readonly TestField[]) =>
  set(3, [...u16(id), ...u16(scope.length + fields.length), ...u16(scope.length), ...fieldBytes([...scope, ...fields])])
export const data = (id: number, ...records: readonly Bytes[]) =>
  set(id, padded(records.flatMap((bytes) => [...bytes])))

export function netflow9(sets: readonly (readonly number[])[], { source = 7, sequence = 42 } = {}): Buffer {
  const header = [
    ...u16(9),
    ...u16(sets.length),
    ...u32(UPTIME_MS),
    ...u32(EXPORTED_AT),
    ...u32(sequence),
    ...u32(source),
  ]
  return Buffer.from([...header, ...sets.flat()])
}

export function ipfix(sets: readonly (readonly number[])[], { source = 7, sequence = 42 } = {}): Buffer {
  const body = sets.flat()
  return Buffer.from([
    ...u16(10),
    ...u16(16 + body.length),
    ...u32(EXPORTED_AT),
    ...u32(sequence),
    ...u32(source),
    ...body,
  ])
}

export function netflow5(records: readonly (readonly number[])[], count = records.length): Buffer {
  const header = [...u16(5), ...u16(count), ...u32(UPTIME_MS), ...u32(EXPORTED_AT), ...u32(123_000_000), ...u32(42)]
  return Buffer.from([...header, 0, 0, 0, 0, ...records.flat()])
}

export const record5 = (source: string, destination: string): number[] => [
  ...ip(source),
  ...ip(destination),
  ...ip('192.0.2.254'),
  ...u16(3),
  ...u16(4),
  ...u32(5),
  ...u32(500),
  ...u32(UPTIME_MS - 2000),
  ...u32(UPTIME_MS - 1000),
  ...u16(51_000),
  ...u16(443),
  0,
  0x1b,
  6,
  8,
  ...u16(64_500),
  ...u16(64_501),
  24,
  16,
  0,
  0,
]

/** The fields of most exporters. */
export const FLOW_FIELDS: readonly TestField[] = [
  [8, 4],
  [12, 4],
  [15, 4],
  [10, 2],
  [14, 2],
  [2, 4],
  [1, 4],
  [22, 4],
  [21, 4],
  [7, 2],
  [11, 2],
  [4, 1],
  [6, 1],
  [5, 1],
  [9, 1],
  [13, 1],
]

export const flowRecord = (source: string, destination: string): number[] => [
  ...ip(source),
  ...ip(destination),
  ...ip('0.0.0.0'),
  ...u16(3),
  ...u16(4),
  ...u32(5),
  ...u32(500),
  ...u32(UPTIME_MS - 2000),
  ...u32(UPTIME_MS - 1000),
  ...u16(51_000),
  ...u16(443),
  17,
  0,
  8,
  24,
  16,
]
