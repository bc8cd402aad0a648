/** Lists of running searches have only the beginning of long queries, and of long lists of streams. */
export const MAX_LISTED_CHARACTERS = 500
export const MAX_LISTED_STREAMS = 10
