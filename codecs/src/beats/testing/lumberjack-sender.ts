/** Encodes the frames of a Beat. */
import { deflateSync } from 'node:zlib'

export function windowFrame(size: number, version = 2): Buffer {
  return Buffer.concat([Buffer.from(`${version}W`), u32(size)])
}

export function jsonFrame(sequence: number, event: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(event))
  return Buffer.concat([Buffer.from('2J'), u32(sequence), u32(json.byteLength), json])
}

export function dataFrame(sequence: number, pairs: readonly (readonly [string, string])[], version = 2): Buffer {
  const parts = pairs.flatMap(([key, value]) => [text(key), text(value)])
  return Buffer.concat([Buffer.from(`${version}D`), u32(sequence), u32(pairs.length), ...parts])
}

export function compressedFrame(frames: Uint8Array, version = 2): Buffer {
  const data = deflateSync(frames, { level: 3 })
  return Buffer.concat([Buffer.from(`${version}C`), u32(data.byteLength), data])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([u32(bytes.byteLength), bytes])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
