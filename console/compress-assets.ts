/// <reference types="node" />
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files fit into one packet either way. */
const MIN_SIZE_BYTES = 1024

/** Writes `.br` and `.gz` beside every script, style and font map, so that the server never compresses at run time. */
export function compressAssets(): Plugin {
  return {
    name: 'logyard-compress-assets',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('the build names no output folder')
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name)
          const content = await readFile(path)
          if (content.byteLength < MIN_SIZE_BYTES) return
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality))
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  }
}
