/** Fields of Kafka's protocol in its older form, with lengths of two and four bytes. */

export const TOPIC = 'logs'

export const i16 = (value: number) => {
  const result = Buffer.alloc(2)
  result.writeInt16BE(value)
  return result
}
export const i32 = (value: number) => {
  const result = Buffer.alloc(4)
  result.writeInt32BE(value)
  return result
}
export const i64 = (value: bigint) => {
  const result = Buffer.alloc(8)
  result.writeBigInt64BE(value)
  return result
}
export const text = (value: string) => Buffer.concat([i16(value.length), Buffer.from(value)])
export const bytesField = (value: Buffer) => Buffer.concat([i32(value.length), value])
export const list = (...items: readonly Buffer[]) => Buffer.concat([i32(items.length), ...items])
/** A message with its length before it. */
export const framed = (...parts: readonly Buffer[]) => bytesField(Buffer.concat(parts))
