/** The axis maximum: the next 1, 2 or 5 times a power of ten, so that the half is a round number too. */
export function axisMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((candidate) => candidate * power >= value) ?? 10
  return step * power
}
