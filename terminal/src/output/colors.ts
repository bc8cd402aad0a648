/** Colours of a terminal, for texts that are printable already. */
const CODES = { red: 31, yellow: 33, cyan: 36, gray: 90, bold: 1, boldRed: '1;31' } as const
export type Color = keyof typeof CODES

export type Paint = (text: string, color: Color | undefined) => string

export const painter = (hasColors: boolean): Paint =>
  hasColors
    ? (text, color) => (color === undefined || text === '' ? text : `\u001b[${CODES[color]}m${text}\u001b[0m`)
    : (text) => text

const BY_LEVEL: readonly (Color | undefined)[] = [
  'boldRed',
  'boldRed',
  'boldRed',
  'red',
  'yellow',
  undefined,
  undefined,
  'gray',
]

export const colorOfLevel = (level: number | undefined): Color | undefined =>
  level === undefined ? undefined : BY_LEVEL[level]
