import { useQueryValues } from '../../base/routes/location.ts'

/** The message that the link to this page wants to be seen. */
export const useHighlightedMessage = (): string | undefined => useQueryValues().get('highlightMessage') ?? undefined
