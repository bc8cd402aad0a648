/** The prefix of an index's set: `logyard` for `logyard_17`. */
export const setOfIndex = (index: string): string => index.replace(/_\d+$/, '')
