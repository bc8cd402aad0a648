/** Matches names with a case-insensitive regular expression; an invalid expression matches nothing. */
export function metricFilter(text: string): (name: string) => boolean {
  try {
    const expression = new RegExp(text, 'i')
    return (name) => expression.test(name)
  } catch {
    return () => false
  }
}
