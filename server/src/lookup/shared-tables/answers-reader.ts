/** Looks up keys in the shared data of an adapter, in any thread. */
import { singleResult, textOfKey } from '../lookup-results.ts'
import type { LookupKey, LookupResult } from '../lookup-tables.ts'
import { readMaxmind } from '../maxmind/maxmind-answers.ts'
import { decodeResult } from './encode-result.ts'
import { candidatesOf } from './network-keys.ts'
import type { SharedAnswers, TableAnswers } from './shared-answers.ts'
import { createTableReader, type TableReader } from './shared-table.ts'

export type ReadAnswer = (key: LookupKey) => LookupResult

export function createAnswersReader(answers: SharedAnswers, nowMs: () => number): ReadAnswer {
  switch (answers.kind) {
    case 'table':
      return readTable(answers, nowMs)
    case 'maxmind':
      return readMaxmind(answers)
  }
}

function readTable({ table, keys, values, absent }: TableAnswers, nowMs: () => number): ReadAnswer {
  const reader = createTableReader(table)
  const find = rowFinder(reader, keys)
  if (values === 'result') {
    return (key) => {
      const text = find(textOfKey(key))
      return (text === undefined ? undefined : decodeResult(text, nowMs)) ?? absent
    }
  }
  return (key) => {
    const text = find(textOfKey(key))
    return text === undefined ? absent : singleResult(text)
  }
}

function rowFinder({ find }: TableReader, keys: TableAnswers['keys']): (key: string) => string | undefined {
  if (keys === 'exact') return find
  if (keys === 'ignore-case') return (key) => find(key.toLowerCase())
  return (key) => {
    for (const candidate of candidatesOf(key, keys)) {
      const row = find(candidate)
      if (row !== undefined) return row
    }
    return undefined
  }
}
