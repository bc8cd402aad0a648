/** Reads the pages of an LMDB file, and records which of them are used. */
import { readSync } from 'node:fs'
import { type MetaPage, OVERFLOW, PAGE_HEADER_BYTES, readCount, type TreeNode, unless } from './lmdb-page.ts'

/** The two pages before it are the meta pages. */
const FIRST_PAGE = 2

export type PageFile = ReturnType<typeof createPageFile>

export function createPageFile(file: number, fileBytes: number, meta: MetaPage) {
  const { pageBytes, lastPage } = meta
  const pagesInFile = Math.floor(fileBytes / pageBytes)
  const used = new Uint8Array(pagesInFile)
  const overflowHead = Buffer.allocUnsafe(PAGE_HEADER_BYTES)

  function use(first: number, count: number): void {
    unless(first >= FIRST_PAGE && first + count - 1 <= lastPage, `page ${first} is out of range`)
    unless(first + count <= pagesInFile, `the file has ${fileBytes} bytes and lacks its page ${first + count - 1}`)
    unless(!used.subarray(first, first + count).includes(1), `page ${first} is used twice`)
    used.fill(1, first, first + count)
  }

  function read(bytes: Buffer, at: number): Buffer {
    const length = readSync(file, bytes, 0, bytes.length, at)
    unless(length === bytes.length, `the file has ${fileBytes} bytes and lacks its page ${at / pageBytes}`)
    return bytes
  }

  /** Records the overflow pages of a value as used. */
  function useBigValue(bytes: Buffer, node: TreeNode): { first: number; count: number } {
    const first = readCount(bytes, node.keyTo) ?? 0
    const count = readCount(bytes, node.keyTo + 16) ?? 0
    unless(count === Math.ceil((PAGE_HEADER_BYTES + node.valueBytes) / pageBytes), 'a value has a wrong length')
    use(first, count)
    read(overflowHead, first * pageBytes)
    const isHead = readCount(overflowHead, 0) === first && overflowHead.readUInt16LE(18) === OVERFLOW
    unless(isHead && overflowHead.readUInt32LE(20) === count, `page ${first} does not begin a value`)
    unless((readCount(overflowHead, 8) ?? 0) <= meta.transaction, `page ${first} is newer than the file`)
    return { first, count }
  }

  return {
    use,
    read,
    useBigValue,
    readBigValue: (first: number, valueBytes: number): Buffer =>
      read(Buffer.allocUnsafe(valueBytes), first * pageBytes + PAGE_HEADER_BYTES),
    isUsed: (page: number): boolean => used[page] === 1,
  }
}
