/** Names that match a regular expression, whatever their case; text that is no expression matches nothing. */
export function metricFilter(text: string): (name: string) => boolean {
  try {
    const expression = new RegExp(text, 'i')
    return (name) => expression.test(name)
  } catch {
    return () => false
  }
}
