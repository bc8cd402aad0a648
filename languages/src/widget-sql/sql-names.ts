/** Names in statements that a user may write. */

/** A field as a column: in quotes unless it is a plain word. */
export const columnName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name}"`)

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
