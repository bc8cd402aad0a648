import { useQueryValues } from '../../base/routes/location.ts'

/** The message that the link to this page points to. */
export const useHighlightedMessage = (): string | undefined => useQueryValues().get('highlightMessage') ?? undefined
