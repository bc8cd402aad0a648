/** The embedded library, run as the program `clickhouse local` with its options. */

import ffi from 'node:ffi'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const SIGNATURES = {
  chdb_query_cmdline: { arguments: ['i32', 'pointer'], return: 'pointer' },
} as const

/** Blocks the thread until the statements have ended. The program itself writes its errors to stderr. */
export function runClickHouse(options: readonly string[]): void {
  const { functions } = ffi.dlopen(findLibrary(), SIGNATURES)
  const words = ['clickhouse', ...options].map((word) => Buffer.from(`${word}\0`))
  const list = Buffer.alloc(8 * (words.length + 1))
  for (const [at, word] of words.entries()) list.writeBigUInt64LE(ffi.getRawPointer(word), at * 8)
  functions.chdb_query_cmdline(words.length, ffi.getRawPointer(list))
}

function findLibrary(): string {
  const { platform, arch } = process
  const name = `@chdb/lib-${platform}-${arch}${platform === 'linux' ? '-gnu' : ''}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'libchdb.so')
  } catch (error) {
    throw new Error(`ClickHouse is not packaged for ${platform} on ${arch}: there is no ${name}`, { cause: error })
  }
}
