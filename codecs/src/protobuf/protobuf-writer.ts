import { BYTES, VARINT } from './protobuf-reader.ts'

/** Writes the fields of a message in order, for small responses. */
export const varintField = (field: number, value: number): Uint8Array =>
  Buffer.from([...varint(field * 8 + VARINT), ...varint(value)])

export function bytesField(field: number, value: Uint8Array | string): Uint8Array {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([...varint(field * 8 + BYTES), ...varint(bytes.byteLength)]), bytes])
}

function varint(value: number): readonly number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return [...bytes, rest]
}
