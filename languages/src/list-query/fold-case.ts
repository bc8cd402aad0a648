/**
 * Folds the case, for all comparisons that ignore it. First to lower case: the Kelvin sign has a lower case, but no other
 * upper case. Then to upper case: the lower case of a Greek sigma depends on its context.
 */
export const foldCase = (text: string): string => text.toLowerCase().toUpperCase()
