/** Walks the trees of an LMDB file page by page, and records which pages they use. */
import { readSync } from 'node:fs'
import {
  BIG_VALUE,
  type MetaPage,
  OVERFLOW,
  PAGE_HEADER_BYTES,
  readCount,
  readTreeNode,
  readTreePage,
  type TreeNode,
  type TreeRecord,
  unless,
} from './lmdb-page.ts'

/** The tree's keys are numbers of 8 bytes; the keys of other trees are bytes. */
export const NUMBER_KEYS = 0x08
export const BYTE_KEYS = 0
const NUMBER_BYTES = 8
const MAX_DEPTH = 32
/** The two pages before it are the meta pages. */
const FIRST_PAGE = 2

export interface TreeEntry {
  readonly key: Buffer
  /** LMDB's flags of the value, without the one for values on overflow pages. */
  readonly flags: number
  readonly value: Buffer
}

export interface Walk {
  /** Checks a whole tree and passes its entries to the callback; without a callback they must be plain values. */
  tree(tree: TreeRecord, keyFlags: number, onEntry?: (entry: TreeEntry) => void): void
  isUsed(page: number): boolean
}

/** A range of keys: from `from` up to, but not including, `to`. Either may be unknown. */
interface Range {
  readonly from: Buffer | undefined
  readonly to: Buffer | undefined
}

interface Page {
  readonly number: number
  readonly bytes: Buffer
  readonly nodes: readonly TreeNode[]
}

const compareBytes = (one: Buffer, other: Buffer) => one.compare(other)
const compareNumbers = (one: Buffer, other: Buffer) => (readCount(one, 0) ?? 0) - (readCount(other, 0) ?? 0)

export function createWalk(file: number, fileBytes: number, meta: MetaPage): Walk {
  const { pageBytes, lastPage } = meta
  const pagesInFile = Math.floor(fileBytes / pageBytes)
  const used = new Uint8Array(pagesInFile)
  const overflowHead = Buffer.allocUnsafe(PAGE_HEADER_BYTES)

  function take(first: number, count: number): void {
    unless(first >= FIRST_PAGE && first + count - 1 <= lastPage, `page ${first} is out of range`)
    unless(first + count <= pagesInFile, `the file has ${fileBytes} bytes and lacks its page ${first + count - 1}`)
    unless(!used.subarray(first, first + count).includes(1), `page ${first} is used twice`)
    used.fill(1, first, first + count)
  }

  function readInto(bytes: Buffer, at: number): Buffer {
    const length = readSync(file, bytes, 0, bytes.length, at)
    unless(length === bytes.length, `the file has ${fileBytes} bytes and lacks its page ${at / pageBytes}`)
    return bytes
  }

  /** The overflow pages of a value. */
  function takeBigValue({ bytes }: Page, node: TreeNode): { first: number; count: number } {
    const first = readCount(bytes, node.keyTo) ?? 0
    const count = readCount(bytes, node.keyTo + 16) ?? 0
    unless(count === Math.ceil((PAGE_HEADER_BYTES + node.valueBytes) / pageBytes), 'a value has a wrong length')
    take(first, count)
    readInto(overflowHead, first * pageBytes)
    const isHead = readCount(overflowHead, 0) === first && overflowHead.readUInt16LE(18) === OVERFLOW
    unless(isHead && overflowHead.readUInt32LE(20) === count, `page ${first} does not begin a value`)
    unless((readCount(overflowHead, 8) ?? 0) <= meta.transaction, `page ${first} is newer than the file`)
    return { first, count }
  }

  function entryOf({ bytes }: Page, node: TreeNode, bigAt: number | undefined): TreeEntry {
    const { keyFrom, keyTo, valueBytes } = node
    const value =
      bigAt === undefined
        ? bytes.subarray(keyTo, keyTo + valueBytes)
        : readInto(Buffer.allocUnsafe(valueBytes), bigAt * pageBytes + PAGE_HEADER_BYTES)
    return { key: bytes.subarray(keyFrom, keyTo), flags: node.flags & ~BIG_VALUE, value }
  }

  function tree(tree: TreeRecord, keyFlags: number, onEntry?: (entry: TreeEntry) => void): void {
    unless(tree.flags === keyFlags && tree.depth <= MAX_DEPTH, 'the record of a tree is wrong')
    const compare = keyFlags === NUMBER_KEYS ? compareNumbers : compareBytes
    /** One page per level: each is needed until the pages below it are done. */
    const buffers = Array.from({ length: tree.depth + 1 }, () => Buffer.allocUnsafe(pageBytes))
    let branchPages = 0
    let leafPages = 0
    let overflowPages = 0
    let entries = 0

    function visit(number: number, depth: number, range: Range): void {
      const buffer = buffers[depth]
      unless(buffer !== undefined, `page ${number} lies too deep`)
      take(number, 1)
      const { isLeaf, transaction, nodes: count } = readTreePage(readInto(buffer, number * pageBytes), number)
      unless(transaction <= meta.transaction, `page ${number} is newer than the file`)
      unless(isLeaf === (depth === tree.depth), `page ${number} lies at a wrong depth`)
      const nodes = Array.from({ length: count }, (_, index) => readTreeNode(buffer, index))
      const page: Page = { number, bytes: buffer, nodes }
      checkKeys(page, isLeaf, range)
      if (isLeaf) visitLeaf(page)
      else visitBranch(page, depth, range)
    }

    function checkKeys({ number, bytes, nodes }: Page, isLeaf: boolean, { from, to }: Range): void {
      let before = from
      for (const [index, { keyFrom, keyTo }] of nodes.entries()) {
        // The first key of a branch is empty: its child has all keys below the second one.
        if (!isLeaf && index === 0) continue
        const hasKey = keyFlags === NUMBER_KEYS ? keyTo - keyFrom === NUMBER_BYTES : keyTo > keyFrom
        unless(hasKey, `page ${number} has a wrong key`)
        const key = bytes.subarray(keyFrom, keyTo)
        const order = before === undefined ? 1 : compare(key, before)
        unless(order > 0 || (order === 0 && before === from), `page ${number} has keys that are out of order`)
        before = key
      }
      const isBefore = before === undefined || to === undefined || compare(before, to) < 0
      unless(isBefore, `page ${number} has keys that belong elsewhere`)
    }

    function visitBranch({ bytes, nodes }: Page, depth: number, range: Range): void {
      branchPages += 1
      const starts = nodes.map(({ keyFrom, keyTo }, index) =>
        index === 0 ? range.from : bytes.subarray(keyFrom, keyTo),
      )
      for (const [index, { child }] of nodes.entries()) {
        visit(child, depth + 1, { from: starts[index], to: starts[index + 1] ?? range.to })
      }
    }

    function visitLeaf(page: Page): void {
      leafPages += 1
      entries += page.nodes.length
      for (const node of page.nodes) {
        const big = (node.flags & BIG_VALUE) === 0 ? undefined : takeBigValue(page, node)
        overflowPages += big?.count ?? 0
        if (onEntry !== undefined) onEntry(entryOf(page, node, big?.first))
        else unless((node.flags & ~BIG_VALUE) === 0, `page ${page.number} has an entry of the wrong kind`)
      }
    }

    if (tree.root !== undefined) visit(tree.root, 1, { from: undefined, to: undefined })
    const isWhole = tree.branchPages === branchPages && tree.leafPages === leafPages && tree.entries === entries
    unless(isWhole && tree.overflowPages === overflowPages, 'a tree has lost pages or entries')
  }

  return { tree, isUsed: (page) => used[page] === 1 }
}
