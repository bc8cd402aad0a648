import { storedWordsOf, TEXT_COLUMNS } from '@logyard/languages/query-sql/text-column'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { EngineMigration } from './migration.ts'

/**
 * What searches need beside a message (languages/src/query-sql/stored-text.ts says how it is written):
 * - `words` and `full_words`, the words of texts that the index would split otherwise, and the index over either;
 * - `values`, the short values of all fields for terms that name no field;
 * - small indices over what a term without a field may also be, so that its search leaves out what cannot match.
 * For older rows, also detached ones, they are computed on read.
 */
export const search: EngineMigration = {
  number: 3,
  async apply(client, signal) {
    const alter = async (what: Sql) => {
      await client.command({ query: sql`ALTER TABLE messages ${what}`, abort_signal: signal })
    }
    await alter(sql`ADD COLUMN IF NOT EXISTS words String DEFAULT ${wordsOf(sql`message`)} AFTER message`)
    await alter(
      sql`ADD COLUMN IF NOT EXISTS full_words String DEFAULT ${wordsOf(sql`full_message`)} AFTER full_message`,
    )
    await alter(sql`ADD COLUMN IF NOT EXISTS values String DEFAULT ${VALUES} AFTER template`)
    await alter(sql`DROP INDEX IF EXISTS message_words`)
    await alter(
      sql`ADD INDEX IF NOT EXISTS message_text ${storedWordsOf(TEXT_COLUMNS.message)} TYPE text(tokenizer = 'array')`,
    )
    await alter(sql`ADD INDEX IF NOT EXISTS full_message_text ${storedWordsOf(TEXT_COLUMNS.full_message)}
      TYPE text(tokenizer = 'array')`)
    await alter(sql`ADD INDEX IF NOT EXISTS value_words values TYPE tokenbf_v1(65536, 2, 0) GRANULARITY 1`)
    await alter(sql`ADD INDEX IF NOT EXISTS node_set gl2_source_node TYPE set(16) GRANULARITY 1`)
    await alter(sql`ADD INDEX IF NOT EXISTS input_set gl2_source_input TYPE set(64) GRANULARITY 1`)
    await alter(sql`ADD INDEX IF NOT EXISTS size_range gl2_accounted_message_size TYPE minmax GRANULARITY 1`)
    await alter(sql`ADD INDEX IF NOT EXISTS message_id_range gl2_message_id TYPE minmax GRANULARITY 1`)
  },
}

const RUN_TOGETHER = String.raw`\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}`
const MARKS = String.raw`[\p{M}\x{ad}\x{200c}\x{200d}]*`
const LETTER = String.raw`[^\P{L}\p{Han}\p{Hiragana}\p{Katakana}ー${RUN_TOGETHER}]${MARKS}`
const WORD = [
  `(?:${LETTER}(?:[.:'‘’·]${LETTER})*|\\p{Nd}${MARKS}(?:[.,;'‘’]\\p{Nd}${MARKS})*|\\p{Pc})+`,
  String.raw`[\p{Katakana}ー]+`,
  String.raw`[\p{Han}\p{Hiragana}]`,
  `[${RUN_TOGETHER}][\\p{M}${RUN_TOGETHER}]*`,
].join('|')

/** Empty for a plain text; otherwise each of its words as the index splits them, followed by a space. */
function wordsOf(column: Sql): Sql {
  const isPlain = sql`not match(${column}, ${String.raw`[^\x00-\x7f]|[0-9][,;][0-9]|[\w.:']{256}`})`
  const words = sql`arrayFilter(w -> match(w, '[\\\\pL\\\\pN]'), extractAll(${column}, ${WORD}))`
  const short = sql`arrayFlatten(arrayMap(w -> arrayMap(n -> lowerUTF8(substringUTF8(w, n * 255 + 1, 255)), range(intDiv(lengthUTF8(w) + 254, 255))), ${words}))`
  const isPlainWord = sql`match(w, ${"^(?:[a-z](?:[.:'][a-z])*|[0-9](?:[.'][0-9])*|_)+$"})`
  const stored = sql`arrayStringConcat(arrayMap(w -> if(${isPlainWord}, w, concat('U', hex(w))), ${short}), ' ')`
  return sql`if(${isPlain}, '', concat(${stored}, ' '))`
}

const SEPARATOR = '\x7f'

/** The source, the sender's address, and the values of all fields. */
const VALUES = (() => {
  const escaped = (text: Sql) => sql`replaceAll(replaceAll(${text}, '~', '~1'), ${SEPARATOR}, '~2')`
  const text = sql`if(lengthUTF8(v) > 257, '~3', ${escaped(sql`JSONExtractString(v)`)})`
  const stored = sql`if(startsWith(v, '"'), ${text}, concat('~0', v))`
  const lists = sql`if(startsWith(pair.2, '['), JSONExtractArrayRaw(pair.2), [pair.2])`
  const all = sql`arrayFlatten(arrayMap(pair -> ${lists}, JSONExtractKeysAndValuesRaw(toString(fields))))`
  const own = sql`concat('~4', ${escaped(sql`lowerUTF8(source)`)}), ${escaped(sql`gl2_remote_ip`)}`
  return sql`concat(${SEPARATOR}, arrayStringConcat(arrayConcat([${own}], arrayMap(v -> ${stored}, ${all})), ${SEPARATOR}), ${SEPARATOR})`
})()
