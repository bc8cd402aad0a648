import { expect, test } from 'vitest'
import { createProgress, type StatementRows } from './progress.ts'

const rows = (known: Readonly<Record<string, readonly [read: number, total: number]>>) =>
  new Map(Object.entries(known).map(([id, [read, total]]): [string, StatementRows] => [id, { read, total }]))

test('nothing is said of a total until the engine knows it', () => {
  const progress = createProgress(0)
  const { queryId } = progress.part().begin()
  expect(progress.figures()).toBeUndefined()
  progress.update(rows({ [queryId]: [1000, 0] }), 1000)
  expect(progress.figures()).toBeUndefined()
  progress.update(rows({ [queryId]: [2000, 8000] }), 2000)
  expect(progress.figures()).toEqual({ share: 0.25, rowsRead: 2000, rowsTotal: 8000, secondsLeft: 6 })
})

test('a statement that looks up some rows says nothing about the messages that are read after it', () => {
  const progress = createProgress(0)
  const [first] = [progress.part(), progress.part()]
  const lookup = first.begin()
  progress.update(rows({ [lookup.queryId]: [2, 2] }), 1000)
  expect(progress.figures()).toBeUndefined()
  lookup[Symbol.dispose]()
  const { queryId } = first.begin()
  progress.update(rows({ [queryId]: [0, 0] }), 1500)
  expect(progress.figures()).toBeUndefined()
  progress.update(rows({ [queryId]: [0, 9998] }), 2000)
  expect(progress.figures()).toEqual({ share: 0.0001, rowsRead: 2, rowsTotal: 20_000, secondsLeft: undefined })
})

test('the share never goes back, and stays below the whole', () => {
  const progress = createProgress(0)
  const { queryId } = progress.part().begin()
  const shareAfter = (read: number, total: number) => {
    progress.update(rows({ [queryId]: [read, total] }), 1000)
    return progress.figures()?.share
  }
  expect(shareAfter(500, 1000)).toBe(0.5)
  // The engine finds that there is more to read.
  expect(shareAfter(600, 6000)).toBe(0.5)
  expect(progress.figures()).toMatchObject({ rowsRead: 600, rowsTotal: 1200 })
  expect(shareAfter(7000, 6000)).toBe(0.99)
  expect(progress.figures()?.rowsTotal).toBeGreaterThan(7000)
})

test('parts that have not begun are expected to read as much as the others', () => {
  const progress = createProgress(0)
  const [first, second] = [progress.part(), progress.part()]
  const statement = first.begin()
  progress.update(rows({ [statement.queryId]: [5000, 10_000] }), 1000)
  expect(progress.figures()).toMatchObject({ share: 0.25, rowsTotal: 20_000 })
  statement[Symbol.dispose]()
  first[Symbol.dispose]()
  const { queryId } = second.begin()
  expect(progress.queryIds()).toEqual([queryId])
  progress.update(rows({ [queryId]: [1000, 5000] }), 2000)
  expect(progress.figures()).toMatchObject({ share: 0.6, rowsRead: 6000, rowsTotal: 10_000 })
})

test('a statement about a part of the range foretells the rest of it', () => {
  const progress = createProgress(0)
  const part = progress.part()
  const newest = part.begin({ before: 0, size: 0.25 })
  progress.update(rows({ [newest.queryId]: [500, 1000] }), 1000)
  expect(progress.figures()).toMatchObject({ share: 0.125, rowsTotal: 4000 })
  progress.update(rows({ [newest.queryId]: [1000, 1000] }), 1500)
  newest[Symbol.dispose]()
  const older = part.begin({ before: 0.25, size: 0.75 })
  progress.update(rows({ [older.queryId]: [1500, 3000] }), 2000)
  expect(progress.figures()).toMatchObject({ share: 0.625, rowsRead: 2500, rowsTotal: 4000 })
})

test('the seconds left follow from the rate, once some is read, and do not jump', () => {
  const progress = createProgress(0)
  const { queryId } = progress.part().begin()
  const leftAt = (seconds: number, read: number) => {
    progress.update(rows({ [queryId]: [read, 1000] }), seconds * 1000)
    return progress.figures()?.secondsLeft
  }
  expect(leftAt(1, 49)).toBeUndefined()
  expect(leftAt(2, 100)).toBeCloseTo(18)
  // Eight seconds without a row.
  expect(leftAt(10, 100)).toBeCloseTo(10 + 80 / 4)
  expect(leftAt(11, 900)).toBeLessThan(29)
  expect(leftAt(11, 900)).toBeGreaterThan(10)
})

test('rows of statements that nobody counts are ignored', () => {
  const progress = createProgress(0)
  progress.part().begin()
  progress.update(rows({ other: [500, 1000] }), 1000)
  expect(progress.figures()).toBeUndefined()
})

test('the cost is what the engine says that statements have read, at their end or while they run', () => {
  const progress = createProgress(0)
  const [part, other] = [progress.part(), progress.part()]
  const [ended, running] = [part.begin(), other.begin()]
  progress.update(new Map([[ended.queryId, { read: 50, total: 100, bytes: 400 }]]), 1000)
  ended.read({ rows: 100, bytes: 800, ms: 20 })
  ended[Symbol.dispose]()
  progress.update(new Map([[running.queryId, { read: 7, total: 10, bytes: 70 }]]), 2000)
  expect(part.cost()).toEqual({ rows: 100, bytes: 800, ms: 20 })
  expect(progress.cost()).toEqual({ rows: 107, bytes: 870, ms: 20 })
})

test('a short statement that has ended does not tell how much one will read whose rows are unknown', () => {
  const progress = createProgress(0)
  const [short, long] = [progress.part(), progress.part()]
  const ended = short.begin()
  ended.read({ rows: 10_000, bytes: 80_000, ms: 5 })
  ended[Symbol.dispose]()
  short[Symbol.dispose]()
  const running = long.begin()
  progress.update(new Map([[running.queryId, { read: 20_000, total: 0 }]]), 1000)
  expect(progress.figures()).toBeUndefined()
  progress.update(new Map([[running.queryId, { read: 30_000, total: 300_000 }]]), 2000)
  expect(progress.figures()?.share).toBeCloseTo(0.1)
  expect(progress.cost().rows).toBe(40_000)
})
