/** One field of a message against one leaf of a query. */

import { FIELD } from '@logyard/contract/messages/message-fields'
import { inLowerCase, type Leaf } from '../query/leaf.ts'
import { type QueryNumber, readNumber } from '../query/number-text.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { allOf, isNever, NEVER } from './condition.ts'
import type { FieldSchema } from './field-schema.ts'
import { instantCondition } from './instant-condition.ts'
import { leafTest } from './leaf-condition.ts'
import { KEYWORD_COLUMNS, NUMBER_COLUMNS } from './message-field.ts'
import { namedValueTest } from './named-value-condition.ts'

import { TEXT_COLUMNS } from './text-column.ts'
import { textCondition } from './text-condition.ts'
import { dynamicCondition, type ValueTest } from './value-condition.ts'
import { longValueHint } from './values-column.ts'

const DIGITS = /^\d{1,20}$/
const MAX_HASH = 2n ** 64n - 1n
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function fieldCondition(name: string, leaf: Leaf, schema: FieldSchema, now: number): Sql {
  const text = Object.hasOwn(TEXT_COLUMNS, name) ? TEXT_COLUMNS[name] : undefined
  if (text !== undefined) return textCondition(text, leaf, schema.otherAnalyses)
  switch (name) {
    case 'timestamp':
      return instantCondition(sql`timestamp`, leaf, now)
    case 'source':
      return keywordCondition(sql`lowerUTF8(source)`, leafTest(inLowerCase(leaf)), leaf)
    case '_id':
      return idCondition(leaf)
    case 'streams':
      return streamsCondition(leaf)
    case FIELD.pattern:
      return patternCondition(leaf)
    default: {
      const column = Object.hasOwn(KEYWORD_COLUMNS, name) ? KEYWORD_COLUMNS[name] : undefined
      if (column !== undefined) return keywordCondition(column, namedValueTest(leaf, now), leaf)
      const number = Object.hasOwn(NUMBER_COLUMNS, name) ? NUMBER_COLUMNS[name] : undefined
      if (number !== undefined) return numberCondition(number, leafTest(leaf), leaf)
      return allOf([longValueHint(leaf, now), dynamicCondition(name, schema, namedValueTest(leaf, now))])
    }
  }
}

const isEquality = ({ kind }: Leaf): boolean => kind === 'term' || kind === 'phrase'

/** A column of texts in which the empty one is a missing value. */
function keywordCondition(column: Sql, test: ValueTest, leaf: Leaf): Sql {
  const condition = test.string?.(column) ?? NEVER
  return isEquality(leaf) ? condition : allOf([condition, sql`${column} != ''`])
}

/** A column of numbers in which zero is a missing value. */
function numberCondition(column: Sql, test: ValueTest, leaf: Leaf): Sql {
  // Told at once, so that nothing is read for a number that the column cannot hold.
  if (
    (leaf.kind === 'term' || leaf.kind === 'phrase') &&
    !isWithin(readNumber(leaf.text), MAX_OF_COLUMN[column.text])
  ) {
    return NEVER
  }
  return allOf([test.integer?.(column) ?? NEVER, sql`${column} != 0`])
}

const MAX_OF_COLUMN: Readonly<Record<string, bigint>> = {
  [FIELD.remotePort]: 2n ** 16n - 1n,
  [FIELD.accountedSize]: 2n ** 32n - 1n,
}

const isWithin = (number: QueryNumber | undefined, max = 0n): boolean =>
  number?.kind === 'integer' && number.value > 0n && number.value <= max

/** The index over ids is one over their numbers. */
function idCondition(leaf: Leaf): Sql {
  if (leaf.kind !== 'term' && leaf.kind !== 'phrase') return leafTest(leaf).string?.(sql`toString(id)`) ?? NEVER
  if (!UUID.test(leaf.text)) return NEVER
  return sql`UUIDToNum(id) = UUIDToNum(toUUID(${leaf.text}))`
}

/** Compared as the number that it is: the column of numbers is small. */
function patternCondition(leaf: Leaf): Sql {
  if (leaf.kind !== 'term' && leaf.kind !== 'phrase') return leafTest(leaf).string?.(sql`toString(template)`) ?? NEVER
  const isHash = DIGITS.test(leaf.text) && BigInt(leaf.text) <= MAX_HASH
  return isHash ? sql`template = toUInt64(${leaf.text})` : NEVER
}

function streamsCondition(leaf: Leaf): Sql {
  if (leaf.kind === 'term' || leaf.kind === 'phrase') return sql`has(streams, ${leaf.text})`
  const condition = leafTest(leaf).string?.(sql`x`) ?? NEVER
  return isNever(condition) ? NEVER : sql`arrayExists(x -> ${condition}, streams)`
}
