/** Number with at most four significant digits. */
export const figureText = (figure: number): string =>
  Number.isInteger(figure) ? figure.toLocaleString('en') : Number(figure.toPrecision(4)).toLocaleString('en')
