/** The next 1, 2 or 5 with zeros above a value: where an axis ends so that its halves read well. */
export function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((candidate) => candidate * power >= value) ?? 10
  return step * power
}
