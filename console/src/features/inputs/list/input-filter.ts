/** Titles that match a regular expression, whatever their case. Text that is no expression is looked for as it stands. */
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
