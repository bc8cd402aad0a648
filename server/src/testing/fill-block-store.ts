/**
 * A program that writes to the blocks of a journal until the disk is full, writes on when others have left it, and
 * prints what came of it. `node fill-block-store.ts <folder>`
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBlockStore } from '../ingest/journal/block-store.ts'

const [folder = ''] = process.argv.slice(2)
const MAP_BYTES = 2 ** 28
const PER_BLOCK = 10
const MAX_TRIES = 1000
const others = join(folder, 'others')
writeFileSync(others, Buffer.alloc(4 * 2 ** 20))
const store = openBlockStore(join(folder, 'journal'), MAP_BYTES)
let written = 0

const write = () => {
  const bytes = new Uint8Array(256 * 1024).fill(written)
  const block = { firstOffset: written * PER_BLOCK, count: PER_BLOCK, bytes, sealedAtMs: 1 }
  return store.write([block]).then(
    () => {
      written += 1
      return true
    },
    () => false,
  )
}

let tries = 0
while (tries++ < MAX_TRIES && (await write()));
const writtenBefore = written
const failsAgain = !(await write())
rmSync(others)
await write()
const old = [...store.facts()].slice(0, writtenBefore / 2)
await store.commitAndRemove(old.length * PER_BLOCK, old)
await store.close()

const again = openBlockStore(join(folder, 'journal'), MAP_BYTES)
const offsets = [...again.facts()].map(({ firstOffset }) => firstOffset)
const expected = Array.from({ length: written - old.length }, (_, index) => (old.length + index) * PER_BLOCK)
console.log(
  JSON.stringify({
    isFull: writtenBefore > 10 && failsAgain,
    writesAfterwards: written > writtenBefore,
    keepsWhatItWrote: JSON.stringify(offsets) === JSON.stringify(expected),
  }),
)
await again.close()
