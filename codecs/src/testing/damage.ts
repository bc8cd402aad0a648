import type { SeededRandom } from './seeded-random.ts'

/** Damages a captured payload as a network, a broken sender or an attacker would. */
export function damage(random: SeededRandom, captures: readonly Uint8Array[]): Buffer {
  const capture = Buffer.from(random.pick(captures))
  switch (random.below(6)) {
    case 0:
      return random.bytes(random.below(400))
    case 1:
      return capture.subarray(0, random.below(capture.length + 1))
    case 2:
      return capture.subarray(random.below(capture.length + 1))
    case 3:
      return flipBits(random, capture)
    case 4:
      return Buffer.concat([capture.subarray(0, random.below(capture.length)), Buffer.from(random.pick(captures))])
    default: {
      const at = random.below(capture.length)
      return Buffer.concat([capture.subarray(0, at), random.bytes(random.below(20)), capture.subarray(at)])
    }
  }
}

function flipBits(random: SeededRandom, bytes: Buffer): Buffer {
  for (let flips = 1 + random.below(8); flips > 0 && bytes.length > 0; flips--) {
    const at = random.below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  }
  return bytes
}
