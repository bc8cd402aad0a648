/** Whether the text has every fragment of the filter, in any order and case: `ms took` finds `took_ms`. */
export function matchesFragments(text: string, filter: string): boolean {
  const searched = text.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((fragment) => searched.includes(fragment))
}
