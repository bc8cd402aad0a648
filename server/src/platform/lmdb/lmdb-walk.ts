/** Walks the trees of an LMDB file page by page, and checks them. */

import {
  BIG_VALUE,
  type MetaPage,
  readCount,
  readTreeNode,
  readTreePage,
  type TreeNode,
  type TreeRecord,
  unless,
} from './lmdb-page.ts'
import { createPageFile, type PageFile } from './lmdb-page-file.ts'

/** The tree's keys are numbers of 8 bytes; the keys of other trees are bytes. */
export const NUMBER_KEYS = 0x08
export const BYTE_KEYS = 0
const NUMBER_BYTES = 8
const MAX_DEPTH = 32

export interface TreeEntry {
  readonly key: Buffer
  /** LMDB's flags of the value, without the one for values on overflow pages. */
  readonly flags: number
  readonly value: Buffer
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

export function createWalk(file: number, fileBytes: number, meta: MetaPage) {
  const pages = createPageFile(file, fileBytes, meta)
  return {
    /** Checks a whole tree and passes its entries to the callback; without a callback they must be plain values. */
    tree: (tree: TreeRecord, keyFlags: number, onEntry?: (entry: TreeEntry) => void) =>
      walkTree({ pages, meta, tree, keyFlags, onEntry }),
    isUsed: pages.isUsed,
  }
}

function walkTree({
  pages,
  meta,
  tree,
  keyFlags,
  onEntry,
}: {
  readonly pages: PageFile
  readonly meta: MetaPage
  readonly tree: TreeRecord
  readonly keyFlags: number
  readonly onEntry: ((entry: TreeEntry) => void) | undefined
}): void {
  unless(tree.flags === keyFlags && tree.depth <= MAX_DEPTH, 'the record of a tree is wrong')
  /** One page per level: each is needed until the pages below it are done. */
  const buffers = Array.from({ length: tree.depth + 1 }, () => Buffer.allocUnsafe(meta.pageBytes))
  const found = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 }

  function visit(number: number, depth: number, range: Range): void {
    const buffer = buffers[depth]
    unless(buffer !== undefined, `page ${number} lies too deep`)
    pages.use(number, 1)
    const { isLeaf, transaction, nodes: count } = readTreePage(pages.read(buffer, number * meta.pageBytes), number)
    unless(transaction <= meta.transaction, `page ${number} is newer than the file`)
    unless(isLeaf === (depth === tree.depth), `page ${number} lies at a wrong depth`)
    const nodes = Array.from({ length: count }, (_, index) => readTreeNode(buffer, index))
    const page: Page = { number, bytes: buffer, nodes }
    checkKeys(page, isLeaf, keyFlags, range)
    if (isLeaf) visitLeaf(page)
    else visitBranch(page, depth, range)
  }

  function visitBranch({ bytes, nodes }: Page, depth: number, range: Range): void {
    found.branchPages += 1
    const starts = nodes.map(({ keyFrom, keyTo }, index) => (index === 0 ? range.from : bytes.subarray(keyFrom, keyTo)))
    for (const [index, { child }] of nodes.entries()) {
      visit(child, depth + 1, { from: starts[index], to: starts[index + 1] ?? range.to })
    }
  }

  function visitLeaf(page: Page): void {
    found.leafPages += 1
    found.entries += page.nodes.length
    for (const node of page.nodes) {
      const big = (node.flags & BIG_VALUE) === 0 ? undefined : pages.useBigValue(page.bytes, node)
      found.overflowPages += big?.count ?? 0
      if (onEntry !== undefined) onEntry(entryOf(pages, page, node, big?.first))
      else unless((node.flags & ~BIG_VALUE) === 0, `page ${page.number} has an entry of the wrong kind`)
    }
  }

  if (tree.root !== undefined) visit(tree.root, 1, { from: undefined, to: undefined })
  const isWhole =
    tree.branchPages === found.branchPages && tree.leafPages === found.leafPages && tree.entries === found.entries
  unless(isWhole && tree.overflowPages === found.overflowPages, 'a tree has lost pages or entries')
}

function checkKeys({ number, bytes, nodes }: Page, isLeaf: boolean, keyFlags: number, { from, to }: Range): void {
  const compare = keyFlags === NUMBER_KEYS ? compareNumbers : compareBytes
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

function entryOf(pages: PageFile, { bytes }: Page, node: TreeNode, bigAt: number | undefined): TreeEntry {
  const { keyFrom, keyTo, valueBytes } = node
  const value = bigAt === undefined ? bytes.subarray(keyTo, keyTo + valueBytes) : pages.readBigValue(bigAt, valueBytes)
  return { key: bytes.subarray(keyFrom, keyTo), flags: node.flags & ~BIG_VALUE, value }
}
