/** A string literal of ClickHouse: the backslash and the quote are the only characters that could end it. */
export function sqlLiteral(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A quoted identifier of ClickHouse. */
export function sqlIdentifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
