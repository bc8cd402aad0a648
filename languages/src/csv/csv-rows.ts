/** Reads the rows of a CSV text that comes in pieces. A quoted value may hold separators, quotes and line breaks. */
export interface CsvRows {
  /** Returns what is wrong with the text. */
  read(text: string): string | undefined
  end(): string | undefined
}

interface CsvFormat {
  readonly separator: string
  readonly quote: string
}

/** Characters of one row. A file without line breaks is not a table. */
const MAX_ROW = 1_000_000
const ROW_TOO_LONG = `A row has more than ${MAX_ROW} characters.`
const QUOTE_OPEN = 'The last quoted value does not end.'

/** `line` is the number of the line that the row begins on, from 1. */
export function createCsvRows(
  { separator, quote }: CsvFormat,
  onRow: (row: readonly string[], line: number) => void,
): CsvRows {
  let rest = ''
  let lines = 1

  /** Reads whole rows from the text, and returns the position of the first row that has not ended. */
  function readRows(text: string, isLast: boolean): number {
    const endOfRow = createRowEnds(text, quote)
    let start = 0
    while (start < text.length) {
      const end = endOfRow(start)
      if (end === -1 && !isLast) return start
      const line = text.slice(start, end === -1 ? text.length : end)
      const row = splitRow(line.endsWith('\r') ? line.slice(0, -1) : line, separator, quote)
      if (row.length > 1 || row[0] !== '') onRow(row, lines)
      lines += line.includes('\n') ? line.split('\n').length : 1
      start = end === -1 ? text.length : end + 1
    }
    return start
  }

  return {
    read(text) {
      const joined = rest + text
      rest = joined.slice(readRows(joined, false))
      return rest.length > MAX_ROW ? ROW_TOO_LONG : undefined
    },
    end() {
      const isOpen = rest.split(quote).length % 2 === 0
      if (isOpen) return QUOTE_OPEN
      readRows(rest, true)
      return undefined
    },
  }
}

/** Finds the ends of rows. The next quote is remembered, so that each part of the text is searched once. */
function createRowEnds(text: string, quote: string): (start: number) => number {
  let nextQuote = text.indexOf(quote)
  return (start) => {
    let isQuoted = false
    for (let from = start; ; ) {
      const newline = text.indexOf('\n', from)
      if (newline === -1) return -1
      for (; nextQuote !== -1 && nextQuote < newline; nextQuote = text.indexOf(quote, nextQuote + 1))
        isQuoted = !isQuoted
      if (!isQuoted) return newline
      from = newline + 1
    }
  }
}

function splitRow(line: string, separator: string, quote: string): readonly string[] {
  if (!line.includes(quote)) return line.split(separator)
  const values: string[] = []
  let at = 0
  while (at <= line.length) {
    const isQuoted = line[at] === quote
    const end = isQuoted ? endOfQuoted(line, at + 1, quote) : at
    const next = line.indexOf(separator, end)
    const stop = next === -1 ? line.length : next
    values.push(isQuoted ? line.slice(at + 1, end - 1).replaceAll(quote + quote, quote) : line.slice(at, stop))
    at = stop + 1
  }
  return values
}

/** The position behind the closing quote; the end of the line if there is none. */
function endOfQuoted(line: string, start: number, quote: string): number {
  let at = start
  for (;;) {
    const end = line.indexOf(quote, at)
    if (end === -1) return line.length + 1
    if (line[end + 1] !== quote) return end + 1
    at = end + 2
  }
}
