/** Reads one line of CSV as opencsv 2 does, which decides about unusual lines. Time is linear in the line. */

export interface CsvOptions {
  readonly separator: string
  readonly quote: string
  readonly escape: string
  /** Only the text inside quotes belongs to a value. */
  readonly isStrict: boolean
  /** White space between a separator and a quote is dropped. */
  readonly trimsLeading: boolean
}

interface Reading {
  readonly values: string[]
  value: string
  isQuoted: boolean
  isInValue: boolean
  /** Whether the value has only white space. */
  isBlank: boolean
}

/** Returns undefined if a quoted value does not end. */
export function parseCsvLine(line: string, options: CsvOptions): readonly string[] | undefined {
  const reading: Reading = { values: [], value: '', isQuoted: false, isInValue: false, isBlank: true }
  for (let at = 0; at < line.length; ) at = readPart(reading, line, at, options)
  if (reading.isQuoted) return undefined
  return [...reading.values, reading.value]
}

/** Returns the position behind the part. */
function readPart(reading: Reading, line: string, at: number, options: CsvOptions): number {
  const character = line[at]
  if (character === options.escape) return readEscape(reading, line, at, options)
  if (character === options.quote) return readQuote(reading, line, at, options)
  if (character === options.separator && !reading.isQuoted) {
    reading.values.push(reading.value)
    reading.value = ''
    reading.isBlank = true
    reading.isInValue = false
    return at + 1
  }
  const end = endOfPlain(line, at, options)
  if (!options.isStrict || reading.isQuoted) {
    const plain = line.slice(at, end)
    reading.value += plain
    reading.isBlank &&= plain.trim() === ''
    reading.isInValue = true
  }
  return end
}

/** A separator inside quotes ends a part too, and starts the next. */
function endOfPlain(line: string, start: number, { separator, quote, escape: escapeWith }: CsvOptions): number {
  let end = start + 1
  for (; end < line.length; end += 1) {
    const character = line[end]
    if (character === separator || character === quote || character === escapeWith) return end
  }
  return end
}

/** Drops the character, and keeps the next one if it is a quote or an escape. */
function readEscape(reading: Reading, line: string, at: number, { quote, escape: escapeWith }: CsvOptions): number {
  const next = line[at + 1]
  const isEscaping = (reading.isQuoted || reading.isInValue) && (next === quote || next === escapeWith)
  if (!isEscaping) return at + 1
  reading.value += next
  reading.isBlank = false
  return at + 2
}

function readQuote(reading: Reading, line: string, at: number, options: CsvOptions): number {
  const { quote, separator, isStrict, trimsLeading } = options
  const isDoubled = (reading.isQuoted || reading.isInValue) && line[at + 1] === quote
  reading.isInValue = !reading.isInValue
  if (isDoubled) {
    reading.value += quote
    reading.isBlank = false
    return at + 2
  }
  if (!isStrict && isInsideValue(line, at, separator)) {
    const dropsSpace = trimsLeading && reading.isBlank && reading.value !== ''
    reading.value = dropsSpace ? '' : reading.value + quote
    reading.isBlank = dropsSpace
  }
  reading.isQuoted = !reading.isQuoted
  return at + 1
}

/** Whether a quote neither begins nor ends a value: then it belongs to it. */
const isInsideValue = (line: string, at: number, separator: string): boolean =>
  at > 2 && line[at - 1] !== separator && at + 1 < line.length && line[at + 1] !== separator
