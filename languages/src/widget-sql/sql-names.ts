/** Names in statements that a user may write. */
import { columnName } from '../sql/sql-words.ts'

/** A name for a calculated column, in quotes, which is none of those taken and has no sign that a name cannot have. */
export function freeName(wanted: string, taken: Set<string>): string {
  const plain = wanted.replaceAll(/["\\`]/g, "'").trim() || 'value'
  let name = plain
  for (let count = 2; taken.has(name); count += 1) name = `${plain} ${count}`
  taken.add(name)
  return columnName(name)
}

/** A text in single quotes. */
export const textSql = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
