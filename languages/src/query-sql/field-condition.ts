/** The condition that one field of a message matches a leaf of a query. */

import { FIELD } from '@logyard/contract/messages/message-fields'
import { unitOfField } from '../query/field-units.ts'
import { inLowerCase, type Leaf, mayMatchOnly } from '../query/leaf.ts'
import { LEVEL_FIELD, readLevels } from '../query/level-values.ts'
import { isNumberRange, withoutUnits } from '../query/number-leaf.ts'
import { type QueryNumber, readNumber } from '../query/number-text.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { ALWAYS, allOf, anyOf, isNever, NEVER } from './condition.ts'
import { type FieldSchema, holdsNumbers } from './field-schema.ts'
import { instantCondition } from './instant-condition.ts'
import { leafCondition } from './leaf-condition.ts'
import { levelCondition } from './level-condition.ts'
import { KEYWORD_COLUMNS, NUMBER_COLUMNS } from './message-field.ts'
import { hasDerivedMessageId, hasId, OF_ULID_CHARACTERS } from './message-id.ts'
import { namedValueCondition } from './named-value-condition.ts'

import { textColumnOf } from './text-column.ts'
import { textCondition } from './text-condition.ts'
import { dynamicCondition, type ValueCondition } from './value-condition.ts'
import { longValueHint } from './values-column.ts'

const STREAM_ID = /^[0-9a-f]{24}$/
const DIGITS = /^\d{1,20}$/
const MAX_HASH = 2n ** 64n - 1n

export function fieldCondition(name: string, leaf: Leaf, schema: FieldSchema, now: number): Sql {
  const text = textColumnOf(name)
  if (text !== undefined) return textCondition(text, leaf, schema.otherAnalyses)
  switch (name) {
    case 'timestamp':
      return instantCondition(sql`timestamp`, leaf, now)
    case 'source':
      return keywordCondition(sql`lowerUTF8(source)`, leafCondition(inLowerCase(leaf)), leaf)
    case '_id':
      return idCondition(leaf)
    case 'streams':
      return streamsCondition(leaf)
    case FIELD.pattern:
      return patternCondition(leaf)
    case FIELD.messageId:
      return messageIdCondition(leaf, now)
    default: {
      const column = Object.hasOwn(KEYWORD_COLUMNS, name) ? KEYWORD_COLUMNS[name] : undefined
      if (column !== undefined) return keywordCondition(column, namedValueCondition(leaf, now), leaf)
      const number = Object.hasOwn(NUMBER_COLUMNS, name) ? NUMBER_COLUMNS[name] : undefined
      if (number !== undefined) return numberCondition(number, leafCondition(leaf), leaf)
      return allOf([
        hasOwnIndex(name, schema) ? ALWAYS : longValueHint(leaf, now),
        dynamicCondition(name, schema, ownValueCondition(name, leaf, schema, now)),
      ])
    }
  }
}

/** Whether the texts of the field are in a column that has an index, and not in `values`. */
function hasOwnIndex(name: string, { columns }: FieldSchema): boolean {
  const column = columns.of(name, 'String')
  return column !== undefined && column.numberInValues === undefined
}

function ownValueCondition(name: string, leaf: Leaf, schema: FieldSchema, now: number): ValueCondition {
  const isNumeric = holdsNumbers(name, schema)
  const levels = name === LEVEL_FIELD ? readLevels(leaf) : undefined
  if (levels !== undefined) return levelCondition(levels, isNumeric ? undefined : namedValueCondition(leaf, now))
  return isNumeric ? numericFieldCondition(name, leaf, now) : namedValueCondition(leaf, now)
}

/** Condition on a field that holds numbers, possibly beside texts. A text that is a number is also compared as one. */
function numericFieldCondition(name: string, leaf: Leaf, now: number): ValueCondition {
  const read = withoutUnits(leaf, unitOfField(name))
  const { string, ...others } = namedValueCondition(read, now)
  const asWritten = leaf.kind === 'term' ? namedValueCondition(leaf, now).string : string
  const conditions = [isNumberRange(read) ? undefined : asWritten, others.numberText].filter((one) => one !== undefined)
  return { ...others, string: (value) => anyOf(conditions.map((ofText) => ofText(value))) }
}

const isEquality = (leaf: Leaf): leaf is Extract<Leaf, { kind: 'term' | 'phrase' }> =>
  leaf.kind === 'term' || leaf.kind === 'phrase'

/** Condition on a text column in which the empty text is a missing value. */
function keywordCondition(column: Sql, valueCondition: ValueCondition, leaf: Leaf): Sql {
  const condition = valueCondition.string?.(column) ?? NEVER
  return isEquality(leaf) ? condition : allOf([condition, sql`${column} != ''`])
}

/** Condition on a number column in which zero is a missing value. */
function numberCondition(column: Sql, valueCondition: ValueCondition, leaf: Leaf): Sql {
  // Nothing is read for a number outside of the column's range.
  if (
    (leaf.kind === 'term' || leaf.kind === 'phrase') &&
    !isWithin(readNumber(leaf.text), MAX_OF_COLUMN[column.text])
  ) {
    return NEVER
  }
  return allOf([valueCondition.integer?.(column) ?? NEVER, sql`${column} != 0`])
}

const MAX_OF_COLUMN: Readonly<Record<string, bigint>> = {
  [FIELD.remotePort]: 2n ** 16n - 1n,
  [FIELD.accountedSize]: 2n ** 32n - 1n,
}

const isWithin = (number: QueryNumber | undefined, max = 0n): boolean =>
  number?.kind === 'integer' && number.value > 0n && number.value <= max

function idCondition(leaf: Leaf): Sql {
  if (leaf.kind !== 'term' && leaf.kind !== 'phrase') return leafCondition(leaf).string?.(sql`toString(id)`) ?? NEVER
  return hasId(leaf.text)
}

function messageIdCondition(leaf: Leaf, now: number): Sql {
  const value = namedValueCondition(leaf, now)
  const ofOwn = keywordCondition(sql`own_message_id`, value, leaf)
  if (isEquality(leaf)) return anyOf([ofOwn, hasDerivedMessageId(leaf.text)])
  // Making the texts of derived ids is slow.
  return mayMatchOnly(leaf, OF_ULID_CHARACTERS) ? keywordCondition(sql`gl2_message_id`, value, leaf) : ofOwn
}

/** Compared as a number, because the number column is small. */
function patternCondition(leaf: Leaf): Sql {
  if (leaf.kind !== 'term' && leaf.kind !== 'phrase')
    return leafCondition(leaf).string?.(sql`toString(template)`) ?? NEVER
  const isHash = DIGITS.test(leaf.text) && BigInt(leaf.text) <= MAX_HASH
  return isHash ? sql`template = toUInt64(${leaf.text})` : NEVER
}

function streamsCondition(leaf: Leaf): Sql {
  if (leaf.kind === 'term' || leaf.kind === 'phrase') {
    // Ids are all of one length, so that none is found within another.
    return STREAM_ID.test(leaf.text) ? sql`position(stream_ids, ${leaf.text}) > 0` : NEVER
  }
  const condition = leafCondition(leaf).string?.(sql`x`) ?? NEVER
  return isNever(condition) ? NEVER : sql`arrayExists(x -> ${condition}, streams)`
}
