/**
 * Checks an LMDB file before LMDB maps it. LMDB trusts every number in the file, so each one is checked: where the
 * trees begin, each of their pages, the lists of free pages, and that no page is used twice. The bytes of values are checked
 * by their owners.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readFreePages } from './lmdb-free-list.ts'
import {
  LmdbDamage,
  META_BYTES,
  type MetaPage,
  readMetaPage,
  readTreeRecord,
  TREE_RECORD_BYTES,
  TREE_VALUE,
  type TreeRecord,
  unless,
} from './lmdb-page.ts'
import { BYTE_KEYS, createWalk, NUMBER_KEYS } from './lmdb-walk.ts'

/** Pages at the end of the file that were allocated but never written, beside those that are listed as free. */
const MAX_UNWRITTEN_PAGES = 65_536

/** Describes the damage of a file that holds the named trees; `undefined` when the file is sound or missing. */
export function findLmdbDamage(path: string, trees: readonly string[]): string | undefined {
  const file = openIfThere(path)
  if (file === undefined) return undefined
  try {
    checkFile(file, trees)
    return undefined
  } catch (error) {
    if (error instanceof LmdbDamage) return error.message
    throw error
  } finally {
    closeSync(file)
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function checkFile(file: number, names: readonly string[]): void {
  const fileBytes = fstatSync(file).size
  const meta = newestMeta(file)
  const walk = createWalk(file, fileBytes, meta)
  const trees = new Map<string, TreeRecord>()
  walk.tree(meta.main, BYTE_KEYS, ({ key, flags, value }) => {
    const name = key.toString('latin1').replace(/\0$/, '')
    unless(names.includes(name) && flags === TREE_VALUE, 'there is a tree of an unknown name')
    unless(value.length === TREE_RECORD_BYTES, 'the record of a tree is too short')
    trees.set(name, readTreeRecord(value, 0))
  })
  for (const tree of trees.values()) walk.tree(tree, BYTE_KEYS)

  const pagesInFile = Math.floor(fileBytes / meta.pageBytes)
  let unwritten = 0
  walk.tree(meta.free, NUMBER_KEYS, (entry) =>
    readFreePages(entry, (first, count) => {
      unless(first + count - 1 <= meta.lastPage, `the free page ${first + count - 1} is out of range`)
      for (let page = first; page < first + count; page += 1) {
        unless(!walk.isUsed(page), `page ${page} is used and free`)
        if (page >= pagesInFile) unwritten += 1
      }
    }),
  )
  unless(
    meta.lastPage < pagesInFile + unwritten + MAX_UNWRITTEN_PAGES,
    `the file has ${fileBytes} bytes and should have more`,
  )
}

/** The newer of two sound meta pages, which LMDB uses as well: each commit overwrites the older one. */
function newestMeta(file: number): MetaPage {
  const first = readMetaPage(startAt(file, 0))
  const second = readMetaPage(startAt(file, first.pageBytes))
  unless(first.pageBytes === second.pageBytes, 'its two starts name different page sizes')
  // LMDB reads its flags from the first meta page, whichever is newer.
  const isOurs = [first, second].every(({ free, main }) => free.flags === NUMBER_KEYS && main.flags === BYTE_KEYS)
  unless(isOurs, 'its two starts name an unknown way of working')
  const [older, newest] = first.transaction > second.transaction ? [second, first] : [first, second]
  const isPair = newest.transaction === older.transaction + 1 || newest.transaction === 0
  unless(isPair, 'its two starts do not belong together')
  return newest
}

function startAt(file: number, at: number): Buffer {
  const bytes = Buffer.alloc(META_BYTES)
  const length = readSync(file, bytes, 0, bytes.length, at)
  unless(length === bytes.length, 'the file ends before its first pages do')
  return bytes
}
