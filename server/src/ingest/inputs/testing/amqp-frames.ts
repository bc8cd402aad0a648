/** Encodes frames and fields of AMQP 0-9-1, and reads fields. */

const FRAME_END = 0xce
export const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
export const u32 = (value: number) => Buffer.concat([u16(Math.floor(value / 65_536)), u16(value % 65_536)])
export const u64 = (value: number) => Buffer.concat([u32(0), u32(value)])
/** Up to 255 bytes. */
export const short = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
export const long = (text: string) => Buffer.concat([u32(text.length), Buffer.from(text)])
export const frame = (type: number, channel: number, payload: Buffer) =>
  Buffer.concat([Buffer.from([type]), u16(channel), u32(payload.length), payload, Buffer.from([FRAME_END])])
export const method = (channel: number, [group, id]: readonly [number, number], ...fields: readonly Buffer[]) =>
  frame(1, channel, Buffer.concat([u16(group), u16(id), ...fields]))
export const shortAt = (payload: Buffer, at: number) => payload.toString('utf8', at + 1, at + 1 + (payload[at] ?? 0))
export const bit = (payload: Buffer, at: number, index: number) => (((payload[at] ?? 0) >> index) & 1) === 1
