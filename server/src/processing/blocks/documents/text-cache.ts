/** Texts by their bytes, so that recurring texts are decoded once. Each has a number, until the cache is trimmed. */

const FIRST_SLOTS = 1 << 10
const FIRST_BYTES = 16 * 1024
/** A sender that invents texts must not fill the memory. */
const MAX_TEXTS = 20_000
/** Longer texts hardly recur. */
const MAX_LENGTH = 200
/** Texts whose hashes are alike must not take all the time. */
const MAX_STEPS = 32
const WORD_BYTES = 4
const FIRST_PRIME = 0x9e3779b1 | 0
const SECOND_PRIME = 0x85ebca6b | 0

/** The number of texts that are not in the cache. */
export const NOT_CACHED = 0

export class TextCache {
  /** Numbers by hash; 0 is a free slot. */
  #slots = new Int32Array(FIRST_SLOTS)
  #hashes = new Int32Array(FIRST_SLOTS)
  /** Where the bytes of each text begin, and where those of the last one end. */
  #starts = new Int32Array(FIRST_SLOTS)
  #keys = new DataView(new ArrayBuffer(FIRST_BYTES))
  readonly #texts: string[] = ['']

  /** Empties the cache if it is full. Numbers given before have no meaning then. */
  trim(): void {
    if (this.#texts.length < MAX_TEXTS) return
    this.#slots.fill(0)
    this.#texts.length = 1
  }

  textOf(number: number): string {
    return this.#texts[number] ?? ''
  }

  /** The number of the text between two positions, whose bytes must be ASCII; `NOT_CACHED` if it is not taken. */
  numberOf(bytes: Buffer, view: DataView, from: number, to: number): number {
    if (to - from > MAX_LENGTH) return NOT_CACHED
    const hash = hashOf(view, from, to)
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const number = this.#slots[slot] ?? 0
      if (number === 0) return this.#add(bytes, from, to, hash, slot)
      if (this.#hashes[number] === hash && this.#isAt(number, view, from, to)) return number
      slot = (slot + 1) & mask
    }
    return NOT_CACHED
  }

  #isAt(number: number, view: DataView, from: number, to: number): boolean {
    const start = this.#starts[number] ?? 0
    const length = to - from
    if ((this.#starts[number + 1] ?? 0) - start !== length) return false
    let at = 0
    for (; at + WORD_BYTES <= length; at += WORD_BYTES) {
      if (this.#keys.getInt32(start + at) !== view.getInt32(from + at)) return false
    }
    for (; at < length; at += 1) if (this.#keys.getUint8(start + at) !== view.getUint8(from + at)) return false
    return true
  }

  #add(bytes: Buffer, from: number, to: number, hash: number, free: number): number {
    const number = this.#texts.length
    if (number >= MAX_TEXTS) return NOT_CACHED
    const start = number === 1 ? 0 : (this.#starts[number] ?? 0)
    const end = start + to - from
    this.#makeRoom(number, end)
    bytes.copy(new Uint8Array(this.#keys.buffer), start, from, to)
    this.#starts[number] = start
    this.#starts[number + 1] = end
    this.#hashes[number] = hash
    this.#texts.push(bytes.toString('latin1', from, to))
    if (number * 2 < this.#slots.length) this.#slots[free] = number
    else this.#growSlots()
    return number
  }

  #makeRoom(number: number, end: number): void {
    const { byteLength, buffer } = this.#keys
    if (end > byteLength) this.#keys = new DataView(buffer.transfer(Math.max(end, byteLength * 2)))
    if (number + 1 < this.#starts.length) return
    this.#starts = grown(this.#starts)
    this.#hashes = grown(this.#hashes)
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let number = 1; number < this.#texts.length; number += 1) {
      let slot = (this.#hashes[number] ?? 0) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number
    }
    this.#slots = slots
  }
}

function grown(before: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const after = new Int32Array(before.length * 2)
  after.set(before)
  return after
}

function hashOf(view: DataView, from: number, to: number): number {
  let hash = to - from
  let at = from
  for (; at + WORD_BYTES <= to; at += WORD_BYTES) hash = mixed(hash, view.getInt32(at))
  for (; at < to; at += 1) hash = mixed(hash, view.getUint8(at))
  hash = Math.imul(hash ^ (hash >>> 15), SECOND_PRIME)
  return hash ^ (hash >>> 13)
}

const mixed = (hash: number, word: number): number => Math.imul(((hash << 5) | (hash >>> 27)) ^ word, FIRST_PRIME)
