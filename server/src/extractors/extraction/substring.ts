/** The characters from `begin` up to but excluding `end`; undefined if the text has no such range. */
export function substringOf(text: string, begin: number, end: number): string | undefined {
  return begin < 0 || end <= begin || end > text.length ? undefined : text.slice(begin, end)
}
