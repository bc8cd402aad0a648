/** The area inside the axes of a chart, in pixels of its element. */
export interface Plot {
  readonly contains: (x: number, y: number) => boolean
  /** The value of the x axis at a pixel. */
  readonly xAt: (x: number) => number
  /** The pixel of a value of the y axis. */
  readonly yOf: (value: number) => number
}
