/**
 * The streams that an event is about: those that the condition searched and the messages were in. A condition that no
 * message met is about all streams that it searched. Empty `searched` are all streams.
 */
export function sourceStreams(
  searched: readonly string[],
  found: readonly string[],
  allStreams: readonly string[],
): readonly string[] {
  if (found.length === 0) return searched.length === 0 ? allStreams : searched
  return searched.length === 0 ? found : found.filter((id) => searched.includes(id))
}
