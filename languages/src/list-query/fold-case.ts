/**
 * A text without its case, the same in every place that compares so. Lower first: the Kelvin sign has no upper case
 * of its own but a lower one; upper last: a Greek sigma has two lower cases, chosen by what stands around it.
 */
export const foldCase = (text: string): string => text.toLowerCase().toUpperCase()
