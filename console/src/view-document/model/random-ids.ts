/** The ids that the console creates: 24 hex digits for views, searches and decorators, UUIDs for everything else. */

export interface Ids {
  objectId(): string
  uuid(): string
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

// `crypto.randomUUID` is missing if the console is served over plain HTTP from another machine.
export const randomIds: Ids = {
  objectId: () => hex(crypto.getRandomValues(new Uint8Array(12))),
  uuid() {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const digits = hex(bytes)
    return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
      '-',
    )
  },
}
