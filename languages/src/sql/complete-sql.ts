/** Completions in a statement that a user writes: the relation, its columns, functions and words. */
import { type SqlToken, sqlTokens } from './sql-tokens.ts'
import { columnName, SQL_WORDS } from './sql-words.ts'

export interface SqlOption {
  readonly label: string
  readonly insert: string
  /** The type of a column. */
  readonly detail?: string
}

export interface SqlCompletion {
  readonly from: number
  /** Best first. */
  readonly options: readonly SqlOption[]
}

interface KnownField {
  readonly name: string
  readonly type: string
}

/** The functions that are needed most; a test holds that statements may call them. */
export const SQL_FUNCTIONS: readonly string[] =
  `count countIf sum sumIf avg avgIf min max any anyLast argMin argMax uniq uniqExact
  uniqCombined64 quantile quantileTDigest median stddevPop varPop corr topK groupArray groupUniqArray
  toStartOfInterval toStartOfMinute toStartOfHour toStartOfDay toStartOfWeek toStartOfMonth toHour toDayOfWeek toDate
  dateDiff formatDateTime parseDateTimeBestEffortOrNull toUnixTimestamp64Milli fromUnixTimestamp64Milli now
  lower upper length substring position match extract extractAll replaceOne replaceAll replaceRegexpOne splitByChar concat trim
  startsWith endsWith round floor ceil abs sqrt pow intDiv if multiIf coalesce ifNull nullIf isNull isNotNull
  toString toFloat64OrNull toInt64OrNull JSONExtractString JSONExtractFloat has arrayJoin arrayElement
  isIPAddressInRange IPv4StringToNumOrNull row_number lagInFrame leadInFrame`.split(/\s+/)

const isWord = (token: SqlToken | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text.toUpperCase())

/** Undefined where nothing is completed: within texts and comments, and before anything is typed. */
export function completeSql(text: string, caret: number, fields: readonly KnownField[]): SqlCompletion | undefined {
  const tokens = [...sqlTokens(text.slice(0, caret))]
  const last = tokens.at(-1)
  if (last === undefined || last.end !== caret || (last.kind !== 'word' && !isOpenName(last))) {
    const isTable = isWord(last, 'FROM', 'JOIN') && /\s$/.test(text.slice(0, caret))
    return isTable ? { from: caret, options: [{ label: 'messages', insert: 'messages' }] } : undefined
  }
  const typed = (last.kind === 'word' ? last.text : last.text.slice(1)).toLowerCase()
  const isTable = isWord(tokens.at(-2), 'FROM', 'JOIN')
  const all = isTable ? [{ label: 'messages', insert: 'messages' }] : optionsOf(fields, last.kind === 'word')
  const fitting = all.filter(({ label }) => label.toLowerCase().includes(typed))
  const starts = ({ label }: SqlOption) => Number(label.toLowerCase().startsWith(typed))
  const options = fitting.toSorted((one, other) => starts(other) - starts(one))
  return options.length === 0 ? undefined : { from: last.start, options }
}

/** A name in quotes that are not closed yet. */
const isOpenName = ({ kind, text }: SqlToken): boolean =>
  kind === 'identifier' && (text.length < 2 || !text.endsWith(text.charAt(0)))

function optionsOf(fields: readonly KnownField[], hasWords: boolean): readonly SqlOption[] {
  const columns = fields.map(({ name, type }) => ({
    label: name,
    insert: columnName(name),
    detail: type,
  }))
  if (!hasWords) return columns
  return [
    ...columns,
    { label: 'query', insert: "query('" },
    ...SQL_FUNCTIONS.map((label) => ({ label, insert: `${label}(` })),
    ...SQL_WORDS.map((label) => ({ label, insert: `${label} ` })),
  ]
}
