/** Matches titles with a case-insensitive regular expression; an invalid expression is searched for as plain text. */
export function titleFilter(text: string): (title: string) => boolean {
  if (text === '') return () => true
  try {
    const expression = new RegExp(text, 'i')
    return (title) => expression.test(title)
  } catch {
    const wanted = text.toLowerCase()
    return (title) => title.toLowerCase().includes(wanted)
  }
}
