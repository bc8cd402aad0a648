/**
 * Table cells that a spreadsheet would evaluate as formulas, and how to make them text: by a leading single quote, as
 * OWASP advises. Written as patterns that mean the same in JavaScript and in the store.
 */

/** The full-width signs are treated like the others. */
export const FORMULA_PATTERN = '^[=+\\-@\\t\\r\\n＝＋－＠]'
export const NEGATIVE_NUMBER_PATTERN = '^-[0-9]+(\\.[0-9]+)?([eE][+\\-]?[0-9]+)?$'

const FORMULA = new RegExp(FORMULA_PATTERN)
const NEGATIVE_NUMBER = new RegExp(NEGATIVE_NUMBER_PATTERN)

export const withoutFormula = (cell: string): string =>
  FORMULA.test(cell) && !NEGATIVE_NUMBER.test(cell) ? `'${cell}` : cell
