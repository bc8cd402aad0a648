/**
 * The layout of an LMDB file, as written by the version in npm `lmdb` on 64-bit little-endian machines. It is read
 * without LMDB, whose own code trusts every number in the file and crashes the process over a wrong one.
 */
export const PAGE_HEADER_BYTES = 24
export const NODE_HEADER_BYTES = 8
/** Where a value on overflow pages is: page, transaction, number of pages. */
export const OVERFLOW_NOTE_BYTES = 24
export const TREE_RECORD_BYTES = 48
export const META_BYTES = PAGE_HEADER_BYTES + 24 + 2 * TREE_RECORD_BYTES + 16

export const BRANCH = 0x01
export const LEAF = 0x02
export const OVERFLOW = 0x04
export const META = 0x08

/** The value of a node is on overflow pages. */
export const BIG_VALUE = 0x01
/** The value of a node is the record of another tree. */
export const TREE_VALUE = 0x02

const MAGIC = 0xbeefc0de
const FORMAT = 2
const MIN_PAGE_BYTES = 512
const MAX_PAGE_BYTES = 65_536
const NONE = 0xffffffff

/** The file is damaged; the message says how. */
export class LmdbDamage extends Error {
  override readonly name = 'LmdbDamage'
}

export function unless(isSound: boolean, problem: string): asserts isSound {
  if (!isSound) throw new LmdbDamage(problem)
}

/** One sorted tree of pages. */
export interface TreeRecord {
  readonly flags: number
  readonly depth: number
  readonly branchPages: number
  readonly leafPages: number
  readonly overflowPages: number
  readonly entries: number
  /** `undefined` while the tree is empty. */
  readonly root: number | undefined
}

/** One of the two meta pages at the start of the file: the newer one is the state of the whole file. */
export interface MetaPage {
  readonly pageBytes: number
  readonly free: TreeRecord
  readonly main: TreeRecord
  readonly lastPage: number
  readonly transaction: number
}

/** A 64-bit count or page number; `undefined` for LMDB's "none". */
export function readCount(bytes: Buffer, at: number): number | undefined {
  const low = bytes.readUInt32LE(at)
  const high = bytes.readUInt32LE(at + 4)
  if (low === NONE && high === NONE) return undefined
  const count = high * 2 ** 32 + low
  unless(Number.isSafeInteger(count), 'a number is out of all range')
  return count
}

function countAt(bytes: Buffer, at: number): number {
  const count = readCount(bytes, at)
  unless(count !== undefined, 'a number is out of all range')
  return count
}

export function readTreeRecord(bytes: Buffer, at: number): TreeRecord {
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    branchPages: countAt(bytes, at + 8),
    leafPages: countAt(bytes, at + 16),
    overflowPages: countAt(bytes, at + 24),
    entries: countAt(bytes, at + 32),
    root: readCount(bytes, at + 40),
  }
}

export function readMetaPage(page: Buffer): MetaPage {
  unless((page.readUInt16LE(18) & META) !== 0, 'a page at its start is of the wrong kind')
  const at = PAGE_HEADER_BYTES
  unless(page.readUInt32LE(at) === MAGIC, 'its header is not one of an LMDB file')
  unless((page.readUInt32LE(at + 4) & 0xffff) === FORMAT, 'its start names an unknown format')
  const trees = at + 24
  const pageBytes = page.readUInt32LE(trees)
  const isPower = (pageBytes & (pageBytes - 1)) === 0
  unless(isPower && pageBytes >= MIN_PAGE_BYTES && pageBytes <= MAX_PAGE_BYTES, 'its start names a wrong page size')
  return {
    pageBytes,
    free: readTreeRecord(page, trees),
    main: readTreeRecord(page, trees + TREE_RECORD_BYTES),
    lastPage: countAt(page, trees + 2 * TREE_RECORD_BYTES),
    transaction: countAt(page, trees + 2 * TREE_RECORD_BYTES + 8),
  }
}

/** Where the bytes of a node are, in its page. */
export interface TreeNode {
  readonly flags: number
  readonly keyFrom: number
  readonly keyTo: number
  /** Bytes of the value; a branch has `child` instead. */
  readonly valueBytes: number
  readonly child: number
}

/** Checks the header of a page, and that its nodes fill what the header says is filled. */
export function readTreePage(page: Buffer, number: number) {
  unless(readCount(page, 0) === number, `page ${number} is another one`)
  const flags = page.readUInt16LE(18)
  unless(flags === BRANCH || flags === LEAF, `page ${number} is of the wrong kind`)
  const lower = page.readUInt16LE(20)
  const upper = page.readUInt16LE(22)
  const room = page.length - PAGE_HEADER_BYTES
  unless(lower % 2 === 0 && lower <= upper && upper <= room, `page ${number} has wrong bounds`)
  const nodes = lower / 2
  unless(nodes > 0, `page ${number} is empty`)
  let filled = 0
  for (let index = 0; index < nodes; index += 1) {
    const from = page.readUInt16LE(PAGE_HEADER_BYTES + 2 * index)
    const bytes = nodeBytes(page, from, flags === LEAF)
    unless(from % 2 === 0 && from >= upper && from + bytes <= room, `page ${number} has a wrong entry`)
    filled += bytes
  }
  unless(filled === room - upper, `page ${number} has entries that overlap`)
  return { isLeaf: flags === LEAF, transaction: countAt(page, 8), nodes }
}

function nodeBytes(page: Buffer, from: number, isLeaf: boolean): number {
  const at = PAGE_HEADER_BYTES + from
  if (at + NODE_HEADER_BYTES > page.length) return Number.POSITIVE_INFINITY
  const head = NODE_HEADER_BYTES + page.readUInt16LE(at + 6)
  const isBig = (page.readUInt16LE(at + 4) & BIG_VALUE) !== 0
  const bytes = isLeaf ? head + (isBig ? OVERFLOW_NOTE_BYTES : page.readUInt32LE(at)) : head
  return bytes + (bytes % 2)
}

/** The page must have passed `readTreePage`. */
export function readTreeNode(page: Buffer, index: number): TreeNode {
  const at = PAGE_HEADER_BYTES + page.readUInt16LE(PAGE_HEADER_BYTES + 2 * index)
  const low = page.readUInt32LE(at)
  const flags = page.readUInt16LE(at + 4)
  const keyFrom = at + NODE_HEADER_BYTES
  return { flags, keyFrom, keyTo: keyFrom + page.readUInt16LE(at + 6), valueBytes: low, child: flags * 2 ** 32 + low }
}
